import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { etlTasksApi, FileFacts } from '@formwork/contract/etl/task-api.ts';
import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isOneOf } from '@formwork/contract/etl/one-of.ts';
import { encodings } from '@formwork/contract/records/encodings.ts';
import type { SheetReading } from '@formwork/contract/records/import.ts';
import { lineColumn, sourceTable } from '@formwork/etl/graph.ts';
import { literal, quoted } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { EngineSession, RowStream } from '../../../platform/engine/port.ts';
import { streamOf } from '../../../platform/engine/rows.ts';
import { invalid } from '../../../platform/errors.ts';
import { batchesOf, guessText } from '../../../platform/sheet/rows.ts';
import { counted } from './counted.ts';
import { attachFiles, openFileContent, readableFile } from '../../files/public.ts';

/** Files that tasks read are kept with the domain: they stay as long as somebody may want to run a task again. */
export const taskFiles = { kind: 'etl.file', id: 'all' };

/** So many rows say of which types the columns are. */
const looked = 1_000;

export async function fileFacts(ctx: Ctx, { body }: InputOf<typeof etlTasksApi.file>): Promise<FileFacts> {
  const { platform, spaceId, user } = ctx;
  const file = await readableFile(ctx, body.file, 'download');
  await attachFiles(platform, spaceId, user.id, [file.id], taskFiles);
  const name = file.name;
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  const facts = { file: file.id, fileName: name, delimiter: ',', encoding: 'utf-8', header: true, sheet: '' };
  if (ending === 'parquet' || ending === 'json' || ending === 'jsonl' || ending === 'ndjson') {
    const format = ending === 'parquet' ? ('parquet' as const) : ('json' as const);
    return { ...facts, format, columns: await engineColumns(ctx, { ...facts, format }) };
  }
  const given = body.reading;
  const guessed = given ?? (await guessText(platform.files, file.key));
  const reading = readingOf({ ...facts, ...guessed, sheet: ('sheet' in guessed && guessed.sheet) || '' });
  const rows = await firstRows(ctx, file.key, reading);
  const header = given?.header ?? isHeader(rows);
  const columns = columnsOf(rows, header);
  if (columns.length === 0) throw invalid('etl.file.no_columns');
  const excel = ['xlsx', 'xls', 'xlsm', 'xlsb', 'ods'].includes(ending);
  const { delimiter, encoding, sheet = '' } = reading;
  return { ...facts, format: excel ? 'excel' : 'csv', delimiter, encoding, header, sheet, columns };
}

type FileNode = Pick<
  TaskNodeOf<'fileSource'>,
  'file' | 'fileName' | 'format' | 'delimiter' | 'encoding' | 'header' | 'sheet'
>;

/** The rows of a file as a table of the session; of a sample the first ones alone. */
export async function fillFile(
  ctx: Ctx,
  session: EngineSession,
  node: TaskNodeOf<'fileSource'>,
  {
    limit,
    signal,
    seen,
  }: { limit?: number | undefined; signal?: AbortSignal | undefined; seen?: ((rows: number) => void) | undefined } = {},
): Promise<{ rows: number }> {
  const file = await readableFile(ctx, node.file!, 'download');
  const table = sourceTable(node.id);
  if (node.format === 'csv' || node.format === 'excel')
    return session.fill(table, counted(textRows(ctx, file.key, node, limit), seen), signal ? { signal } : {});
  const at = path.join(session.folder, `${node.id}.${node.format}`);
  await pipeline(await openFileContent(ctx.platform, file), createWriteStream(at));
  await session.run(
    `create table ${quoted(table)} as ${readerOf(node.format, at)}${limit === undefined ? '' : ` limit ${limit}`}`,
    signal ? { signal } : {},
  );
  const { rows } = await session.query(`select count(*) from ${quoted(table)}`);
  return { rows: Number(rows[0]![0]) };
}

export async function engineColumns(ctx: Ctx, node: FileNode): Promise<DataColumn[]> {
  const file = await readableFile(ctx, node.file!, 'download');
  const session = await engineOf(ctx.platform, 'etl').open();
  try {
    const at = path.join(session.folder, `file.${node.format}`);
    await pipeline(await openFileContent(ctx.platform, file), createWriteStream(at));
    return await session.describe(readerOf(node.format, at));
  } finally {
    await session.close();
  }
}

function readerOf(format: string, at: string): string {
  return format === 'parquet'
    ? `select * from read_parquet(${literal(at)})`
    : `select * from read_json_auto(${literal(at)}, maximum_object_size = 67108864)`;
}

function readingOf({
  delimiter,
  encoding,
  header,
  sheet,
}: Omit<FileNode, 'file' | 'fileName' | 'format'>): SheetReading {
  return {
    delimiter: delimiter || ',',
    encoding: isOneOf(encodings, encoding) ? encoding : 'utf-8',
    headerRow: header,
    ...(sheet !== '' && { sheet }),
  };
}

/** Every row has as many values as there are columns; what a row has beyond them would be lost, so it ends the reading. */
function textRows(ctx: Ctx, key: string, node: TaskNodeOf<'fileSource'>, limit = Infinity): RowStream {
  const count = node.columns.length;
  async function* batches(): AsyncGenerator<(string | null)[][]> {
    let line = 0;
    let left = limit;
    for await (const rows of batchesOf(ctx.platform.files, key, readingOf(node))) {
      const batch: (string | null)[][] = [];
      for (const cells of rows) {
        line += 1;
        if (node.header && line === 1) continue;
        if (left-- <= 0) break;
        if (cells.length > count && cells.slice(count).some((cell) => cell !== ''))
          throw invalid('etl.file.not_readable', undefined, { line, columns: cells.length, expected: count });
        batch.push([...Array.from({ length: count }, (_, at) => cells[at] ?? ''), String(line)]);
      }
      yield batch;
      if (left <= 0) return;
    }
  }
  return {
    columns: [
      ...node.columns.map(({ name }): DataColumn => ({ name, type: 'text', nullable: true })),
      { name: lineColumn, type: 'integer', nullable: false },
    ],
    bytes: streamOf(batches()),
  };
}

async function firstRows(ctx: Ctx, key: string, reading: SheetReading): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of batchesOf(ctx.platform.files, key, reading)) {
    rows.push(...batch);
    if (rows.length > looked) break;
  }
  return rows;
}

/** Names of columns are no numbers and no days, and no two are the same. */
function isHeader([first = [], ...others]: string[][]): boolean {
  const names = first.filter((cell) => cell.trim() !== '');
  if (names.length === 0 || new Set(names).size !== names.length || names.some((name) => typeOf([name]) !== 'text'))
    return false;
  return others.length > 0;
}

function columnsOf(rows: string[][], header: boolean): DataColumn[] {
  const width = Math.max(0, ...rows.slice(0, looked).map(({ length }) => length));
  const names = new Set<string>();
  return Array.from({ length: width }, (_, at): DataColumn => {
    const given = header ? (rows[0]?.[at] ?? '').trim() : '';
    let name = given || `column${at + 1}`;
    for (let n = 2; names.has(name.toLowerCase()); n++) name = `${given || `column${at + 1}`}_${n}`;
    names.add(name.toLowerCase());
    return { name, type: typeOf(rows.slice(header ? 1 : 0).map((row) => row[at] ?? '')), nullable: true };
  });
}

const shapes: [ValueType, RegExp][] = [
  // what begins with a nought is a number of something, not a number
  ['integer', /^-?(0|[1-9]\d{0,17})$/],
  ['double', /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i],
  ['boolean', /^(true|false)$/i],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['timestamp', /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/],
];

function typeOf(cells: string[]): ValueType {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length === 0) return 'text';
  return shapes.find(([, shape]) => filled.every((cell) => shape.test(cell)))?.[0] ?? 'text';
}
