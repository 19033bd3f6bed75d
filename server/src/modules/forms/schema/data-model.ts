import type { DataModel, dataModelApi, ModelColumn, ModelTable } from '@formwork/contract/forms/data-model.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { bookingTable } from './booking-tables.ts';
import { columnName, tableName } from './column-types.ts';
import { designedForm } from '../designed-form.ts';
import { keyColumnEnd, keyColumnName, keyedFields } from './key-columns.ts';
import { draftDefinition, releasedDefinition } from '../releases/drafts.ts';
import { appRelations } from '../overview.ts';
import { slowStatements } from './slow-statements.ts';
import { physicalTables, sizesOf, type PhysicalTable } from './physical-tables.ts';

/** The tables of a form as they are in the database, for those who look after it; nothing of what people wrote is in it. */
export async function dataModel(
  ctx: Ctx,
  { params: { formId } }: InputOf<(typeof dataModelApi)['dataModel']>,
): Promise<DataModel> {
  const { platform, spaceId } = ctx;
  const { form, definition, relations } = await inControl(platform.control, spaceId, (tx) =>
    designOf({ ...ctx, tx }, formId),
  );
  const physical = await physicalTables(platform.owner, spaceId, formId);
  const { rows: samples } = await spaceQuery<{ day: string; rows: number; bytes: number }>(platform, {
    text: `select to_char(day, 'YYYY-MM-DD') as day, rows, bytes from ${spaceSchema(spaceId)}.forms_table_sample where form_id = $1 order by forms_table_sample.day desc limit 400`,
    values: [formId],
  });
  const today = new Date().toISOString().slice(0, 10);
  const now = physical.length > 0 ? [{ day: today, ...sizesOf(physical, tableName(formId)) }] : [];
  return {
    form,
    relations,
    tables: physical
      .map((table) => modelOf(table, formId, definition))
      .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
    growth: [...samples.filter(({ day }) => day !== today).toReversed(), ...now],
    slow: await slowStatements(platform.owner, spaceId, formId),
  };
}

const kinds: readonly ModelTable['kind'][] = ['main', 'slave', 'slots', 'retired'];

async function designOf(
  ctx: TxCtx,
  formId: string,
): Promise<Pick<DataModel, 'form' | 'relations'> & { definition: FormDefinition }> {
  const form = await designedForm(ctx.tx, formId);
  const app = await ctx.tx
    .selectFrom('forms.app')
    .select('title')
    .where('id', '=', form.app_id)
    .executeTakeFirstOrThrow();
  const { forms, relations } = await appRelations(ctx, { params: { appId: form.app_id }, query: {}, body: undefined });
  const titleOf = (id: string) => forms.find((one) => one.id === id)?.title ?? { zh: '' };
  return {
    form: { id: formId, appId: form.app_id, title: form.title, app: app.title, release: form.release },
    definition: (await releasedDefinition(ctx.tx, formId, form.release)) ?? (await draftDefinition(ctx.tx, formId)),
    relations: relations
      .filter(({ from, to, pending }) => !pending && (from === formId || to === formId))
      .map(({ from, to, field, title, cardinality }) => ({
        from,
        to,
        fromTitle: titleOf(from),
        toTitle: titleOf(to),
        field,
        title,
        cardinality,
      })),
  };
}

/** A table as a definition sees it. */
export function modelOf(table: PhysicalTable, formId: string, definition: FormDefinition): ModelTable {
  const { name } = table;
  const slave = definition.tables.find(({ id }) => tableName(formId, id) === name);
  const slotIn = (fields: readonly Field[], within?: string): Field | undefined =>
    fields.find((field) => field.type === 'timeSlot' && bookingTable(formId, field, within) === name);
  const slot =
    slotIn(definition.fields) ??
    definition.tables.map((one) => slotIn(one.fields, one.id)).find((field) => field !== undefined);
  const kind = name === tableName(formId) ? 'main' : slave ? 'slave' : slot ? 'slots' : 'retired';
  const fields: readonly Field[] = kind === 'main' ? definition.fields : (slave?.fields ?? []);
  const { columns, ...figures } = table;
  return {
    ...figures,
    kind,
    title: kind === 'main' ? definition.title : (slave?.title ?? slot?.title ?? null),
    columns: columns.map((column): ModelColumn => columnOf(column, fields, kind, keyColumns(definition, slave?.id))),
  };
}

/** Fields' columns end in a letter for their kind; those of every record have names of their own. */
function columnOf(
  column: PhysicalTable['columns'][number],
  fields: readonly Field[],
  kind: ModelTable['kind'],
  keys: ReadonlyMap<string, Field>,
): ModelColumn {
  const field = fields.find((one) => columnName(one) === column.name) ?? keys.get(column.name);
  const isField = /^[a-z][a-z0-9]+_[a-z]$/.test(column.name) || keyColumnEnd.test(column.name);
  return {
    ...column,
    origin: field ? 'own' : kind === 'slots' || !isField ? 'system' : 'retired',
    field: field ? { id: field.id, title: field.title, type: field.type } : null,
  };
}

const keyColumns = (definition: FormDefinition, table: string | undefined): ReadonlyMap<string, Field> =>
  new Map(
    keyedFields(definition)
      .filter((keyed) => keyed.table === table)
      .map((keyed) => [keyColumnName(definition, keyed), keyed.field]),
  );
