import { pictureTypes } from '@formwork/contract/forms/field-types/image.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { FileValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Doer } from '../../../platform/db/space-data.ts';
import { mediaTypes } from '../../files/public.ts';
import { filesOf } from './attachments.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';

type Whole = { values: Values; slaves: Record<string, SlaveRow[]> };

/**
 * New files in fields for pictures whose content is none, whatever the record claims of them: of what a process saves.
 * Those of the person's own files stand in the record before it is looked at, see `withTrueFiles`; here all files are looked at.
 */
export async function strangePictures(
  doer: Doer,
  plan: FormPlan,
  before: StoredRecord | undefined,
  after: Whole,
): Promise<FieldError[]> {
  if (!plan.hasFiles) return [];
  const old = new Set(before ? filesOf(plan, before) : []);
  const named = [
    ...inFields(plan.form.definition.fields, after.values, ''),
    ...plan.form.definition.tables.flatMap((table) =>
      (after.slaves[table.id] ?? []).flatMap((row, index) =>
        inFields(table.fields, row.values, `${table.id}.${index}.`),
      ),
    ),
  ];
  const added = named.filter(({ file }) => !old.has(file));
  const types = await mediaTypes(doer.platform, doer.spaceId, [...new Set(added.map(({ file }) => file))]);
  const strange = added.filter(({ file, allowed }) => !allowed.includes(types.get(file) ?? ''));
  return [...new Set(strange.map(({ path }) => path))].map((path) => ({ path, code: 'records.value.not_picture' }));
}

const allowedIn: Partial<Record<Field['type'], readonly string[]>> = { image: pictureTypes, signature: ['image/png'] };

function inFields(
  fields: readonly Field[],
  values: Values,
  prefix: string,
): { path: string; file: string; allowed: readonly string[] }[] {
  return fields.flatMap(({ id, type }) => {
    const allowed = allowedIn[type];
    return allowed
      ? ((values[id] ?? []) as FileValue[]).map((file) => ({ path: prefix + id, file: file.id, allowed }))
      : [];
  });
}
