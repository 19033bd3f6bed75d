import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { etlTasksApi, FileFacts } from '@formwork/contract/etl/task-api.ts';
import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { SheetReading } from '@formwork/contract/records/import.ts';
import { isMessages, comesAsTexts, sourceTable } from '@formwork/etl/graph.ts';
import { literal, quoted } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { batchesOf, guessText } from '../../../platform/sheet/rows.ts';
import { attachFiles, readableFile } from '../../files/public.ts';
import { localFiles } from '../endpoints/local-files.ts';
import { openShelf, refusedBy } from '../endpoints/open.ts';
import { counted } from './counted.ts';
import { headNames, readingOf, textRows, type FileContent, type Flaw } from './file-rows.ts';
import { messageFacts, messageFormatOf, messageRows } from './messages/message-rows.ts';
import { isLook, lookedAt } from './looks.ts';
import { schemaChanged } from './changed-schema.ts';
import type { Reading } from './sources.ts';

/** Files that tasks read are kept with the domain: they stay as long as somebody may want to run a task again. */
export const taskFiles = { kind: 'etl.file', id: 'all' };

/** So many rows say of which types the columns are. */
const looked = 1_000;

export async function fileFacts(ctx: Ctx, { body }: InputOf<typeof etlTasksApi.file>): Promise<FileFacts> {
  const { platform, spaceId, user } = ctx;
  if (body.connection === undefined) {
    if (body.file === undefined) throw invalid('etl.problem.source_blank');
    const file = await readableFile(ctx, body.file, 'download');
    await attachFiles(platform, spaceId, user.id, [file.id], taskFiles);
    return factsOf(ctx, { file: file.id, fileName: file.name, connection: null }, body.reading);
  }
  const fileName = body.path?.trim() ?? '';
  if (fileName === '') throw invalid('etl.problem.source_blank');
  return factsOf(ctx, { file: null, fileName, connection: body.connection }, body.reading);
}

export async function remoteFiles(ctx: Ctx, { params }: InputOf<typeof etlTasksApi.remoteFiles>) {
  const shelf = await openShelf(ctx, params.connectionId, { kind: 'etl.design', id: params.connectionId });
  try {
    return (await shelf.list()).filter(({ name }) => endings.has(endingOf(name)));
  } finally {
    await shelf.close();
  }
}

/** The columns that a file has now, read as its node says. */
export async function fileColumns(
  ctx: Ctx,
  node: TaskNodeOf<'fileSource'>,
  by: Pick<Reading, 'usedBy' | 'kept'>,
): Promise<DataColumn[]> {
  const { delimiter, encoding, header, headRows, sheet, stream } = node;
  const reading = { delimiter: delimiter || ',', encoding, header, headRows, sheet, stream };
  return (await factsOf(ctx, node, reading, by)).columns;
}

type Place = Pick<TaskNodeOf<'fileSource'>, 'file' | 'fileName' | 'connection'>;
type GivenReading = InputOf<typeof etlTasksApi.file>['body']['reading'];

async function factsOf(
  ctx: Ctx,
  { file, fileName, connection }: Place,
  given: GivenReading,
  { usedBy, kept }: Pick<Reading, 'usedBy' | 'kept'> = { usedBy: { kind: 'etl.design', id: fileName } },
): Promise<FileFacts> {
  const place = { file, fileName, connection };
  const facts = {
    ...place,
    delimiter: ',',
    encoding: 'utf-8',
    header: true,
    headRows: 1,
    sheet: '',
    stream: '',
    streams: [],
  };
  const ending = endingOf(fileName);
  const session = await engineOf(ctx.platform, 'etl').open();
  try {
    const content = await contentOf(ctx, session, place, { usedBy, kept, look: isLook(usedBy) });
    if (ending === 'parquet' || ending === 'json' || ending === 'jsonl' || ending === 'ndjson') {
      const messages = ending === 'parquet' ? undefined : await messageFormatOf(content);
      if (messages) {
        const read = { file: fileName, format: messages, stream: given?.stream ?? '' };
        return { ...facts, format: messages, ...(await messageFacts(content, read)) };
      }
      const format = ending === 'parquet' ? ('parquet' as const) : ('json' as const);
      const at = await localCopy(session, content);
      const columns = await named(fileName, at, () => session.describe(readerOf(format, at)));
      return { ...facts, format, columns };
    }
    const { files, key } = content;
    const guessed = given ?? (await guessText(files, key));
    const reading = readingOf({ ...facts, ...guessed, sheet: ('sheet' in guessed && guessed.sheet) || '' });
    const rows = await firstRows(content, reading);
    const header = given?.header ?? isHeader(rows);
    const headRows = given?.headRows ?? (header ? headsOf(rows) : 1);
    const columns = columnsOf(rows, header ? headRows : 0);
    if (columns.length === 0) throw invalid('etl.file.no_columns');
    const excel = ['xlsx', 'xls', 'xlsm', 'xlsb', 'ods'].includes(ending);
    const { delimiter, encoding, sheet = '' } = reading;
    return { ...facts, format: excel ? 'excel' : 'csv', delimiter, encoding, header, headRows, sheet, columns };
  } finally {
    await session.close();
  }
}

const endings = new Set([
  ...['csv', 'tsv', 'txt', 'xlsx', 'xls', 'xlsm', 'xlsb', 'ods'],
  ...['json', 'jsonl', 'ndjson', 'parquet'],
]);
const endingOf = (name: string): string => name.toLowerCase().split('.').at(-1) ?? '';

/** The rows of a file as a table of the session; of a sample the first ones alone. */
export async function fillFile(
  ctx: Ctx,
  session: EngineSession,
  node: TaskNodeOf<'fileSource'>,
  { limit, signal, seen, usedBy, kept, onChange, moved }: Reading,
): Promise<{ rows: number }> {
  const table = sourceTable(node.id);
  const content = await contentOf(ctx, session, node, { usedBy, kept, look: limit !== undefined });
  const stopped = signal ? { signal } : {};
  if (comesAsTexts(node)) {
    const gone = (columns: string[]): void => {
      if (onChange !== 'ignore') throw schemaChanged(node, columns);
    };
    const words = ({ code, data }: Flaw) => errorText(ctx.locale, code, data as Record<string, unknown>);
    const state = (found: string): void => moved?.(found);
    const rows = isMessages(node)
      ? messageRows(content, node, { limit, words, gone, state })
      : textRows(content, node, { limit, words, gone });
    return session.fill(table, counted(rows, seen), stopped);
  }
  const at = await localCopy(session, content);
  const cut = limit === undefined ? '' : ` limit ${limit}`;
  const read = readerOf(node.format, at);
  await named(node.fileName, at, () => session.run(`create table ${quoted(table)} as ${read}${cut}`, stopped));
  const { rows } = await session.query(`select count(*) from ${quoted(table)}`);
  return { rows: Number(rows[0]![0]) };
}

/**
 * Where its content is read: what lies elsewhere is fetched into the folder of the session. For a look that is the beginning of a text,
 * and of what has to be there whole so much at most; of a Parquet file, whose columns stand at its end, as much as the session has room.
 */
async function contentOf(
  ctx: Ctx,
  session: EngineSession,
  { file, connection, fileName }: Place,
  { usedBy, kept, look }: Pick<Reading, 'usedBy' | 'kept'> & { look: boolean },
): Promise<FileContent> {
  if (connection === null) {
    if (file === null) throw invalid('etl.problem.source_blank');
    return { files: ctx.platform.files, key: (await readableFile(ctx, file, 'download')).key };
  }
  const shelf = await openShelf(ctx, connection, usedBy, kept);
  try {
    const key = path.join(session.folder, newId());
    const { content } = await shelf.open(fileName);
    const wanted = look ? lookedAt(fileName) : (bytes: AsyncIterable<Buffer>) => bytes;
    await pipeline(await content(), wanted, createWriteStream(key, { mode: 0o600 }));
    return { files: localFiles, key };
  } catch (error) {
    throw refusedBy(error);
  } finally {
    await shelf.close();
  }
}

/** In the folder of the session, which is all that the engine reads. */
async function localCopy(session: EngineSession, { files, key }: FileContent): Promise<string> {
  if (files === localFiles) return key;
  const at = path.join(session.folder, newId());
  await pipeline(await files.open(key), createWriteStream(at, { mode: 0o600 }));
  return at;
}

/** What the engine says of a broken file is told of the file as people know it. */
async function named<T>(fileName: string, at: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'etl.sql.failed') throw error;
    const message = String(error.data?.message ?? '').replaceAll(at, fileName);
    throw new AppError('etl.file.broken', { file: fileName, message: message.split('\n')[0]!.slice(0, 300) });
  }
}

function readerOf(format: string, at: string): string {
  return format === 'parquet'
    ? `select * from read_parquet(${literal(at)})`
    : `select * from read_json_auto(${literal(at)}, maximum_object_size = 67108864)`;
}

async function firstRows({ files, key }: FileContent, reading: SheetReading): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of batchesOf(files, key, { ...reading, replaced: 'never' })) {
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

/** Two where cells of the first row are merged, which leaves those behind them blank, and the second says what is below each. */
function headsOf([first = [], second = [], ...others]: string[][]): number {
  if (others.length === 0) return 1;
  const begin = first.findIndex((cell) => cell.trim() !== '');
  const width = second.findLastIndex((cell) => cell.trim() !== '') + 1;
  const merged = Array.from({ length: width }, (_, at) => at).filter((at) => at > begin && !first[at]?.trim());
  const names = second.filter((cell) => cell.trim() !== '');
  const areNamed = merged.length > 0 && merged.every((at) => second[at]?.trim());
  return areNamed && names.every((name) => typeOf([name]) === 'text') ? 2 : 1;
}

function columnsOf(rows: string[][], heads: number): DataColumn[] {
  const width = Math.max(0, ...rows.slice(0, looked).map(({ length }) => length));
  return headNames(rows.slice(0, heads), width).map((name, at): DataColumn => ({
    name,
    type: typeOf(rows.slice(heads).map((row) => row[at] ?? '')),
    nullable: true,
  }));
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
