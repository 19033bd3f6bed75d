import type { dataModelApi } from '@formwork/contract/forms/data-model.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { modelOf } from './data-model.ts';
import { designedForm } from '../designed-form.ts';
import { draftDefinition, releasedDefinition } from '../releases/drafts.ts';
import { physicalTables, type PhysicalTable } from './physical-tables.ts';
import { usesOfTaken } from '../uses/find-uses.ts';
import { readAhead } from '../uses/known-users.ts';
import { refuseWhileUsed } from '../uses/uses.ts';
import { nothingTaken } from '../uses/taken-away.ts';
import { alterAlone } from './table-changes.ts';
import { quoted } from './table-plan.ts';

/**
 * A removed field keeps its column, and a removed slave table its rows, so that they can come back with their data; this
 * ends it. What the form in use or its draft needs is refused: an earlier release that is made the draft again finds the column empty.
 */
export async function purgeRetired(
  ctx: Ctx,
  { params: { formId }, query, body: { table, column } }: InputOf<(typeof dataModelApi)['purgeRetired']>,
): Promise<null> {
  const { platform, spaceId } = ctx;
  const ahead = await readAhead(ctx);
  await inControl(platform.control, spaceId, async (tx) => {
    await designedForm(tx, formId);
    const [element] = elementsOf(table, column, formId);
    if (element !== undefined)
      refuseWhileUsed(
        await usesOfTaken(platform, tx, formId, { ...nothingTaken, gone: [{ form: formId, element }] }, ahead),
        query.acceptUses === true,
      );
  });
  const full = `${spaceSchema(spaceId)}.${quoted(table)}`;
  // looked at behind the lock: a release that brings the field back holds the same one
  await alterAlone(platform, spaceId, formId, async () => {
    const found = (await physicalTables(platform.owner, spaceId, formId)).find(({ name }) => name === table);
    if (!found) throw notFound('platform.not_found');
    const { released, draft } = await inControl(platform.control, spaceId, async (tx) => ({
      released: await releasedDefinition(tx, formId, (await designedForm(tx, formId)).release),
      draft: await draftDefinition(tx, formId),
    }));
    if (released && !isRetired(found, column, formId, released)) throw conflict('forms.purge.in_use');
    if (!isRetired(found, column, formId, draft)) throw conflict('forms.purge.in_draft');
    return [
      column === null ? `drop table if exists ${full}` : `alter table ${full} drop column if exists ${quoted(column)}`,
    ];
  });
  await inControl(platform.control, spaceId, (tx) =>
    record({ ...ctx, tx }, 'forms.purged', { id: formId, formId, table, column }),
  );
  return null;
}

/** The field or slave table whose values lie there, by the name that was made of its id. */
function elementsOf(table: string, column: string | null, formId: string): string[] {
  const name = column === null ? table.slice(`f_${formId}_`.length) : column.replace(/_[a-z]+$/, '');
  return name === '' ? [] : [name];
}

function isRetired(table: PhysicalTable, column: string | null, formId: string, definition: FormDefinition): boolean {
  const { kind, columns } = modelOf(table, formId, definition);
  if (column === null) return kind === 'retired';
  const found = columns.find(({ name }) => name === column);
  if (!found) throw notFound('platform.not_found');
  return found.origin === 'retired';
}
