import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field, type FieldOf } from '@formwork/contract/forms/field.ts';
import { formsSpokenOf } from '@formwork/contract/records/linked.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ControlTx } from '../../platform/db/db.ts';

/** A form in use, as others look at it. */
export interface LinkedForm {
  id: string;
  appId: string;
  title: Text;
  definition: FormDefinition;
}

/** Forms in use that speak of this one. */
export async function speakersOf(tx: ControlTx, formId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('forms.link as link')
    .innerJoin('forms.form as form', (join) =>
      join.onRef('form.space_id', '=', 'link.space_id').onRef('form.id', '=', 'link.form_id'),
    )
    .select('link.form_id')
    .where('link.target_id', '=', formId)
    .where('form.removed_at', 'is', null)
    .orderBy('link.form_id')
    .execute();
  return rows.map((row) => row.form_id);
}

/** Forms that this one speaks of; what is noted stays with a form in the bin. */
export async function spokenOf(tx: ControlTx, formId: string): Promise<string[]> {
  return (await tx.selectFrom('forms.link').select('target_id').where('form_id', '=', formId).execute()).map(
    (row) => row.target_id,
  );
}

/** Notes what a release speaks of; all forms that it, or the release before, has to do with. */
export async function writeLinks(
  tx: ControlTx,
  spaceId: string,
  formId: string,
  definition: FormDefinition,
): Promise<string[]> {
  const before = await tx.deleteFrom('forms.link').where('form_id', '=', formId).returning('target_id').execute();
  const targets = formsSpokenOf(definition);
  if (targets.length > 0)
    await tx
      .insertInto('forms.link')
      .values(targets.map((target) => ({ space_id: spaceId, form_id: formId, target_id: target })))
      .execute();
  return [...new Set([...before.map(({ target_id: id }) => id), ...targets, ...(await speakersOf(tx, formId))])].filter(
    (id) => id !== formId,
  );
}

/** Forms in use by id; those that are removed or not released are not there. */
export async function formsInUse(tx: ControlTx, ids: readonly string[]): Promise<Map<string, LinkedForm>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('forms.form as form')
    .innerJoin('forms.release as release', (join) =>
      join
        .onRef('release.form_id', '=', 'form.id')
        .onRef('release.number', '=', 'form.release')
        .onRef('release.space_id', '=', 'form.space_id'),
    )
    .select(['form.id', 'form.app_id', 'release.definition'])
    .where('form.id', 'in', [...ids])
    .where('form.removed_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, appId: row.app_id, title: row.definition.title, definition: row.definition },
    ]),
  );
}

/** Every form that hangs together with these, over any number of links, in either direction. */
export async function formsAround(tx: ControlTx, ids: readonly string[]): Promise<Map<string, LinkedForm>> {
  const links = await tx.selectFrom('forms.link').select(['form_id', 'target_id']).execute();
  const beside = new Map<string, string[]>();
  for (const { form_id: form, target_id: target } of links) {
    beside.set(form, [...(beside.get(form) ?? []), target]);
    beside.set(target, [...(beside.get(target) ?? []), form]);
  }
  const found = new Set(ids);
  for (const id of found) for (const other of beside.get(id) ?? []) found.add(other);
  return formsInUse(tx, [...found]);
}

/** The definition with lookups that know what they show: type and settings of the field at the end of each chain, as it is today. */
export async function withSources(tx: ControlTx, formId: string, definition: FormDefinition): Promise<FormDefinition> {
  const all = [definition.fields, ...definition.tables.map(({ fields }) => fields)];
  if (!all.some((fields) => fields.some(({ type }) => type === 'lookup'))) return definition;
  const targets = all.flatMap((fields) =>
    fields.flatMap((field) => (field.type === 'relation' ? [field.config.form] : [])),
  );
  const forms = await formsInUse(
    tx,
    targets.filter((id) => id !== '' && id !== formId),
  );
  const known = (fields: Field[]): Field[] =>
    fields.map((field) => {
      if (field.type !== 'lookup') return field;
      const relation = fields.find(({ id }) => id === field.config.relation);
      const target =
        relation?.type === 'relation'
          ? relation.config.form === formId
            ? definition
            : forms.get(relation.config.form)?.definition
          : undefined;
      const source = target && sourceOf(target, field);
      return source ? { ...field, config: { ...field.config, source } } : field;
    });
  return {
    ...definition,
    fields: known(definition.fields),
    tables: definition.tables.map((table) => ({ ...table, fields: known(table.fields) })),
  };
}

function sourceOf(target: FormDefinition, { config }: FieldOf<'lookup'>): FieldOf<'lookup'>['config']['source'] {
  const field = target.fields.find(({ id }) => id === config.field);
  if (!field) return undefined;
  return field.type === 'lookup'
    ? field.config.source
    : { type: field.type, config: field.config, kind: fieldKind(field) };
}
