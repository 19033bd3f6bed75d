import type { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { MessageFormat, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { flawColumn, lineColumn } from '@formwork/etl/graph.ts';
import type { RowStream } from '../../../../platform/engine/port.ts';
import { streamOf } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { FileContent, Flaw } from '../file-rows.ts';
import { linesOf } from './lines.ts';
import { columnsOfSchema, FoundColumns } from './message-columns.ts';
import { formatOfLine, messageOf, textOfValue } from './message.ts';

type Node = Pick<TaskNodeOf<'fileSource'>, 'fileName' | 'stream' | 'columns'> & { format: MessageFormat };

interface Reading {
  limit?: number | undefined;
  words: (flaw: Flaw) => string;
  /** Told which columns the stream has no more by its schema; they are blank unless it refuses. */
  gone: (columns: string[]) => void;
  /** Told the last state that stood in the file. */
  state: (state: string) => void;
}

const batchRows = 500;

/** The records of one stream as texts, each with its line; a line that is no message is told by itself. */
export function messageRows({ files, key }: FileContent, node: Node, reading: Reading): RowStream {
  const { columns, stream, format, fileName: file } = node;
  const { limit = Infinity, words, gone } = reading;
  const isJson = columns.map(({ type }) => type === 'json' || type === 'list');
  async function* batches(): AsyncGenerator<(string | null)[][]> {
    let batch: (string | null)[][] = [];
    let [line, rows] = [0, 0];
    let state: string | undefined;
    for await (const text of linesOf(await files.open(key), file)) {
      line += 1;
      if (text.trim() === '') continue;
      if (rows === limit) break;
      const message = messageOf(text, format);
      const empty = (flaw: string) => [...columns.map(() => null), flaw, String(line)];
      if (!message) batch.push(empty(words({ code: 'etl.row.no_message', data: { text: text.slice(0, 200) } })));
      else if (message.what === 'failed')
        throw new AppError('etl.file.messages_failed', { file, row: line, message: message.message.slice(0, 300) });
      else if (message.what === 'state') state = JSON.stringify(message.state);
      else if (message.what === 'schemas') {
        const now = message.schemas.find((one) => one.stream === stream);
        const names = new Set(now && columnsOfSchema(now).map(({ name }) => name));
        const lost = columns.filter(({ name }) => !names.has(name)).map(({ name }) => name);
        if (names.size > 0 && lost.length > 0) gone(lost);
      } else if (message.what === 'record' && message.stream === stream) {
        const { data } = message;
        batch.push([...columns.map(({ name }, at) => textOfValue(data[name], isJson[at]!)), null, String(line)]);
        rows += 1;
      }
      if (batch.length === batchRows) {
        yield batch;
        batch = [];
      }
    }
    yield batch;
    if (state !== undefined) reading.state(state);
  }
  return {
    columns: [
      ...columns.map(({ name }): DataColumn => ({ name, type: 'text', nullable: true })),
      { name: flawColumn, type: 'text', nullable: true },
      { name: lineColumn, type: 'integer', nullable: false },
    ],
    bytes: streamOf(batches()),
  };
}

/** So many lines are looked at for streams and their columns. */
const mostLines = 200_000;

/** The streams of a file, and the columns of one of them: by its schema, or by its records where none goes before. */
export async function messageFacts(
  { files, key }: FileContent,
  { file, format, stream: wanted }: { file: string; format: MessageFormat; stream: string },
): Promise<{ stream: string; streams: string[]; columns: DataColumn[] }> {
  const schemas = new Map<string, DataColumn[]>();
  const found = new Map<string, FoundColumns>();
  let lines = 0;
  for await (const line of linesOf(await files.open(key), file)) {
    if ((lines += 1) > mostLines) break;
    const message = messageOf(line, format);
    if (message?.what === 'schemas') for (const one of message.schemas) schemas.set(one.stream, columnsOfSchema(one));
    if (message?.what !== 'record') continue;
    const known = found.get(message.stream) ?? new FoundColumns();
    found.set(message.stream, known);
    known.take(message.data);
  }
  const streams = [...new Set([...found.keys(), ...schemas.keys()])];
  const stream = streams.includes(wanted) ? wanted : (streams[0] ?? '');
  const bySchema = schemas.get(stream) ?? [];
  return { stream, streams, columns: bySchema.length > 0 ? bySchema : (found.get(stream)?.columns() ?? []) };
}

const beginningBytes = 1024 * 1024;

/** Whether a file of JSON lines holds messages, by its beginning. */
export async function messageFormatOf({ files, key }: FileContent): Promise<MessageFormat | undefined> {
  const content = await files.open(key);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as Readable & AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if ((bytes += chunk.length) >= beginningBytes) break;
  }
  content.destroy();
  for (const line of Buffer.concat(chunks).toString().split('\n')) {
    const format = formatOfLine(line);
    if (format) return format;
  }
  return undefined;
}
