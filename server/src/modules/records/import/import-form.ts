import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { Field, newElementId } from '@formwork/contract/forms/field.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { ChosenColumn, SheetReading } from '@formwork/contract/records/import.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { linesIn } from '../../../platform/sheet/import/lines.ts';
import { createFormWithRelease } from '../../forms/public.ts';
import { beginImport } from './imports.ts';
import { optionsOf } from './guess.ts';
import { ownSheet, type StoredSheet } from './sheets.ts';

/** One click: form, release, and the rows as a job. */
export async function createFormFromSheet(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.createFormFromSheet>,
): Promise<{ formId: string; importId: string; jobId: string | null }> {
  const sheet = await ownSheet(ctx, params.uploadId);
  const columns = await withOptions(ctx, sheet, body.reading, body.columns);
  const fields = columns.map((column) => ({ index: column.index, field: fieldOf(column) }));
  const definition: FormDefinition = {
    format: 1,
    title: body.title,
    fields: fields.map(({ field }) => field),
    tables: [],
    layout: [
      { id: newElementId(), columns: 2, items: fields.map(({ field }) => ({ kind: 'field', field: field.id })) },
    ],
    titleField:
      (
        fields.find(({ index }) => index === body.titleColumn) ??
        fields.find(({ field }) => field.type === 'text') ??
        fields[0]
      )?.field.id ?? null,
  };
  const formId = await createFormWithRelease(ctx, body.appId, definition, body.permissions);
  const started = await beginImport(ctx, formId, sheet, body.reading, {
    mapping: fields.map(({ index, field }) => ({ index, field: field.id })),
    ...(body.looseNumbers === true && { looseNumbers: true }),
  });
  return { formId, ...started };
}

function fieldOf({ title, type, config }: ChosenColumn): Field {
  const field = Field.safeParse({ id: newElementId(), type, title, config: config ?? {} });
  if (!field.success)
    throw invalid(
      'records.sheet.bad_columns',
      field.error.issues.map(({ path }) => ({ path: path.join('.'), code: 'records.sheet.bad_columns' })),
    );
  return field.data;
}

const chooses: ReadonlySet<ChosenColumn['type']> = new Set<ChosenColumn['type']>(['singleSelect', 'radio']);
const choosesMany: ReadonlySet<ChosenColumn['type']> = new Set<ChosenColumn['type']>(['multiSelect', 'checkbox']);

/** A column that the person made a choice gets the values it holds as options. */
async function withOptions(
  ctx: Ctx,
  sheet: StoredSheet,
  reading: SheetReading,
  columns: ChosenColumn[],
): Promise<ChosenColumn[]> {
  const bare = columns.filter(
    ({ type, config }) =>
      (chooses.has(type) || choosesMany.has(type)) && !(config?.options as unknown[] | undefined)?.length,
  );
  if (bare.length === 0) return columns;
  const values = new Map(bare.map(({ index }) => [index, new Set<string>()]));
  for await (const { cells } of linesIn(ctx.platform.files, sheet.file_key, reading)) {
    for (const { index, type } of bare) {
      const text = (cells[index] ?? '').trim();
      const parts = choosesMany.has(type) ? text.split(/[,;，；、|]/).map((part) => part.trim()) : [text];
      for (const part of parts) if (part !== '') values.get(index)?.add(part);
    }
  }
  return columns.map((column) => {
    const found = bare.includes(column) ? values.get(column.index) : undefined;
    return found
      ? { ...column, config: { ...column.config, options: optionsOf(found.size > 0 ? found : ['—']) } }
      : column;
  });
}
