import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { ExportRequest } from '@formwork/contract/records/export.ts';
import { isSystemField } from '@formwork/contract/forms/system-fields.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { mostExportedPictures } from '@formwork/contract/records/export.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import type { SheetCell, SheetColumn, SheetPicture, SheetSource } from '../../../platform/sheet/write-xlsx.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { pictureForPrint } from '../../files/public.ts';
import { directoryOf } from '../../organization/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { systemStart, type FormPlan } from '../plan/plan.ts';
import { cellColumns, type CellColumn, type CellOptions } from './cells.ts';
import { departmentNames } from './department-names.ts';
import { peopleNames } from './people-names.ts';
import { titleReader } from '../relations/title-reader.ts';
import type { ExportRows } from './seen-rows.ts';

/** A file of a record, and where it lies in the zip. */
export interface ExportedFile {
  id: string;
  path: string;
}

export interface ExportTable {
  columns: readonly SheetColumn[];
  /** The records as cells; read once. */
  rows(): AsyncGenerator<SheetCell[][]>;
  /** The records of slave tables, each beside the number of its record. */
  slaves(): SheetSource[];
  pictures: SheetPicture[];
  files: ExportedFile[];
}

export interface TableOptions {
  request: ExportRequest;
  /** As the person sees the form. */
  definition: FormDefinition;
  rows: ExportRows;
  /** Called with the number of records read; throws to stop. */
  onRows: (count: number) => void;
}

/** How many files of all records a zip takes: their places are remembered until the table is written. */
const mostFiles = 100_000;

/** What is exported, column by column. With slave tables each record has a number in front, by which its rows name it. */
export async function exportTable(
  ctx: Ctx,
  plan: FormPlan,
  { request, definition, rows, onRows }: TableOptions,
): Promise<ExportTable> {
  const { chosen, tables } = requireColumns(plan, definition, request);
  const pictures: SheetPicture[] = [];
  const files: ExportedFile[] = [];
  const titles = titleReader(ctx);
  const options = await cellOptions(ctx, request, titles.titleOf, files);
  const numbered = tables.length > 0;
  const cells = chosen.flatMap((column) =>
    cellColumns(column, options).map((cell) => ({
      place: systemStart + plan.columns.indexOf(column),
      column,
      ...cell,
    })),
  );
  const shift = numbered ? 1 : 0;
  const readTitles = async (texts: Iterable<readonly [PlanColumn, string | null]>): Promise<void> => titles.read(texts);

  async function* mainRows(): AsyncGenerator<SheetCell[][]> {
    let count = 0;
    for await (const batch of rows.read(false)) {
      const relations = cells.filter(({ column }) => column.kind === 'records');
      if (relations.length > 0)
        await readTitles(
          batch.flatMap((row) => relations.map(({ column, place }) => [column, row[place] ?? null] as const)),
        );
      yield batch.map((row, index) => {
        const line: SheetCell[] = numbered ? [count + index + 1] : [];
        for (let at = 0; at < cells.length; at += 1) {
          const { place, cell, column } = cells[at] as (typeof cells)[number];
          const text = row[place];
          const missing = text === null || text === undefined;
          if (!missing && request.pictures && column.kind === 'files' && takesPictures(column)) {
            addPictures(ctx, pictures, count + index, at + shift, column.value(text) as FileValue[]);
            line.push(null);
          } else line.push(missing ? null : cell(text, count + index));
        }
        return line;
      });
      count += batch.length;
      onRows(count);
    }
  }

  return {
    columns: [
      ...(numbered ? [numberColumn(ctx.locale)] : []),
      ...cells.map(({ title, width, format }) => columnLook(title, width, format)),
    ],
    rows: mainRows,
    slaves: () =>
      tables.map((table) =>
        slaveSheet(ctx, plan, { table, rows, options, readTitles, titleColumn: numberColumn(ctx.locale), onRows }),
      ),
    pictures,
    files,
  };
}

/** What is asked for, when all of it is the person's to see. */
export function requireColumns(
  plan: FormPlan,
  { fields, tables }: FormDefinition,
  request: ExportRequest,
): { chosen: PlanColumn[]; tables: FormDefinition['tables'] } {
  const ids = request.columns;
  const seen = new Set(fields.map(({ id }) => id));
  const wrong = ids.filter(
    (id, index) => ids.indexOf(id) !== index || !(isSystemField(id) || seen.has(id)) || !plan.byId.has(id),
  );
  const wanted = request.tables ?? [];
  wrong.push(...wanted.filter((id) => !tables.some((table) => table.id === id)));
  if (wrong.length > 0)
    throw invalid(
      'records.export.bad_columns',
      wrong.map((path) => ({ path, code: 'records.export.bad_columns' })),
    );
  return { chosen: ids.map((id) => plan.byId.get(id)!), tables: tables.filter(({ id }) => wanted.includes(id)) };
}

function slaveSheet(
  ctx: Ctx,
  plan: FormPlan,
  {
    table,
    rows,
    options,
    readTitles,
    titleColumn,
    onRows,
  }: {
    table: FormDefinition['tables'][number];
    rows: ExportRows;
    options: CellOptions;
    readTitles: (texts: Iterable<readonly [PlanColumn, string | null]>) => Promise<void>;
    titleColumn: SheetColumn;
    onRows: (count: number) => void;
  },
): SheetSource {
  const at = plan.slaves.findIndex(({ id }) => id === table.id);
  const slave = plan.slaves[at]!;
  const cells: (CellColumn & { place: number; column: PlanColumn })[] = table.fields.flatMap((field) => {
    const place = slave.columns.findIndex(({ id }) => id === field.id);
    const column = slave.columns[place];
    return column ? cellColumns(column, options).map((cell) => ({ place: place + 1, column, ...cell })) : [];
  });
  const relations = cells.filter(({ column }) => column.kind === 'records');
  async function* read(): AsyncGenerator<SheetCell[][]> {
    let count = 0;
    for await (const batch of rows.read(true)) {
      const found = batch.map(
        (row) => JSON.parse(row[systemStart + plan.columns.length + at] ?? '[]') as (string | null)[][],
      );
      if (relations.length > 0)
        await readTitles(
          found
            .flat()
            .flatMap((texts) => relations.map(({ column, place }) => [column, texts[place] ?? null] as const)),
        );
      yield found.flatMap((own, index) =>
        own.map((texts): SheetCell[] => [
          count + index + 1,
          ...cells.map(({ place, cell }) => {
            const text = texts[place];
            return text === null || text === undefined ? null : cell(text, count + index);
          }),
        ]),
      );
      count += batch.length;
      onRows(count);
    }
  }
  return {
    name: textIn(table.title, ctx.locale),
    columns: [titleColumn, ...cells.map(({ title, width, format }) => columnLook(title, width, format))],
    rows: read(),
  };
}

function columnLook(title: string, width: number | undefined, format: string | undefined): SheetColumn {
  return {
    title,
    ...(width !== undefined && { width: Math.max(width, Math.min(40, title.length * 2 + 2)) }),
    ...(format !== undefined && { format }),
  };
}

function numberColumn(locale: string): SheetColumn {
  return { title: locale === 'zh-CN' ? '序号' : 'No.', width: 8 };
}

async function cellOptions(
  ctx: Ctx,
  request: ExportRequest,
  titleOf: CellOptions['titleOf'],
  files: ExportedFile[],
): Promise<CellOptions> {
  const { people, departments, posts, roles } = await directoryOf(ctx.platform, ctx.spaceId);
  const [named, called] = [departmentNames(departments), peopleNames(people)];
  return {
    locale: ctx.locale,
    timeZone: zoneOf(ctx.platform, ctx.spaceId),
    as: request.format === 'csv' ? 'texts' : 'values',
    nameOf: (id) => called(id) ?? named(id) ?? posts.get(id)?.name ?? roles.get(id)?.name,
    titleOf,
    filesText: (_column, listed, row) => {
      if (!request.files) return listed.map(({ name }) => name).join(', ');
      // a folder for each record: files of different records may be called alike
      return listed
        .map(({ id, name }) => {
          const path = `files/${row + 1}/${files.length + 1}-${name.replace(/[\\/]/g, '_')}`;
          if (files.length < mostFiles) files.push({ id, path });
          return path;
        })
        .join('\n');
    },
  };
}

function takesPictures({ field: { type } }: PlanColumn): boolean {
  return type === 'image' || type === 'signature';
}

function addPictures(
  ctx: Ctx,
  pictures: SheetPicture[],
  row: number,
  column: number,
  listed: readonly FileValue[],
): void {
  for (const { id, name } of listed)
    if (pictures.length < mostExportedPictures)
      pictures.push({
        row,
        column,
        name: name.replace(/\.(?!jpe?g$)\w+$/i, '.jpeg'),
        open: () => pictureForPrint(ctx, id),
      });
}
