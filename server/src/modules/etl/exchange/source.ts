import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { OfferColumn, OfferSource } from '@formwork/contract/etl/exchange.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Endpoint, ReadSource } from '../../../platform/engine/port.ts';
import { rowLine, rowsOf } from '../../../platform/engine/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { keyedHash } from '../../../platform/secrets.ts';
import { formsSource, openEndpoint } from '../endpoints/open.ts';
import { wordsOf } from '../endpoints/words.ts';
import type { LiveOffer } from './tables.ts';

/** Which rows of it: in its order from behind a value on, so many of them. */
export interface OfferPart {
  after?: string | undefined;
  /** The row with this very value as well. */
  from?: boolean | undefined;
  limit?: number | undefined;
  /** By its order, also where it begins at the first row. */
  ordered?: boolean;
}

export interface OfferRows {
  columns: DataColumn[];
  /** Batches of rows as the offer says them: its columns alone, masked. */
  rows: AsyncGenerator<(string | null)[][]>;
  /** For whoever does not read them to their end, or not at all. */
  close(): Promise<void>;
}

const usedBy = (offer: string) => ({ kind: 'etl.exchange', id: offer });

/** The columns that a source has now. */
export async function columnsOfSource(ctx: Ctx, source: OfferSource, offer: string): Promise<DataColumn[]> {
  const endpoint = await openEndpoint(ctx, source.from, usedBy(offer));
  try {
    return await (source.kind === 'sql'
      ? endpoint.describe(source.sql)
      : endpoint.columns({ schema: source.schema, name: source.table }));
  } finally {
    await endpoint.close();
  }
}

/** The columns as others get them; what is masked is a text. */
export function shownColumns(columns: readonly OfferColumn[], found: readonly DataColumn[]): DataColumn[] {
  return columns.map(({ column, name, mask }) => {
    const source = requireColumn(found, column);
    if (mask !== 'none') return { name, type: 'text', nullable: true };
    const { type, precision, scale } = source;
    return {
      name,
      type,
      nullable: true,
      ...(precision !== undefined && { precision }),
      ...(scale !== undefined && { scale }),
    };
  });
}

/** Reads with the rights of `ctx`, who stands on the side that offers. */
export async function rowsOfOffer(
  ctx: Ctx,
  offer: string,
  live: LiveOffer,
  part: OfferPart,
  signal: AbortSignal | undefined,
): Promise<OfferRows> {
  const { source, columns } = live;
  const endpoint = await openEndpoint(ctx, source.from, usedBy(offer));
  let bytes: Readable | undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    bytes?.destroy();
    return (closing ??= endpoint.close());
  };
  try {
    const stream = await endpoint.read(readingOf(endpoint, live, part), signal ? { signal } : {});
    bytes = stream.bytes;
    const places = columns.map(({ column }) => {
      const place = stream.columns.findIndex(({ name }) => name === column);
      if (place === -1) throw new AppError('etl.exchange.column_gone', { column });
      return place;
    });
    const masks = columns.map(({ mask }) => maskOf(mask, (text) => hashOf(ctx, offer, text)));
    return { columns: shownColumns(columns, live.found), rows: masked({ bytes, close }, places, masks), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rows that travel on, as the port carries them. */
export function bytesOf({ rows, close }: Pick<OfferRows, 'rows' | 'close'>): Readable {
  async function* lines() {
    for await (const batch of rows) if (batch.length > 0) yield batch.map(rowLine).join('');
  }
  const stream = Readable.from(lines(), { objectMode: false });
  // also where nobody began to read: then none of the generators sees its end
  stream.once('close', () => void close().catch(() => {}));
  return stream;
}

async function* masked(
  { bytes, close }: { bytes: Readable; close(): Promise<void> },
  places: readonly number[],
  masks: readonly ((value: string | null) => string | null)[],
): AsyncGenerator<(string | null)[][]> {
  try {
    for await (const batch of rowsOf(bytes))
      yield batch.map((row) => places.map((place, at) => masks[at]!(row[place] ?? null)));
  } finally {
    await close();
  }
}

function readingOf(
  { caps: { dialect } }: Endpoint,
  { source, columns, order, found }: LiveOffer,
  part: OfferPart,
): ReadSource {
  const { after, from: isFrom = false, limit, ordered = after !== undefined } = part;
  const names = [...new Set(columns.map(({ column }) => column))];
  if (!ordered && limit === undefined) {
    if (source.kind === 'sql') return { sql: source.sql };
    const table = { schema: source.schema, name: source.table };
    // a form that is read whole goes by without the engine
    return source.from === formsSource ? { table } : { table, columns: names };
  }
  const { name: quoted, table, value, first } = wordsOf(dialect);
  const from =
    source.kind === 'sql'
      ? `(${source.sql.replace(/;\s*$/, '')}\n)`
      : table({ schema: source.schema, name: source.table });
  const by = columns.find(({ name }) => name === order)?.column;
  const where =
    by !== undefined && after !== undefined
      ? ` where t.${quoted(by)} ${isFrom ? '>=' : '>'} ${value(requireColumn(found, by), after)}`
      : '';
  const sorted = by !== undefined && ordered ? ` order by t.${quoted(by)}` : '';
  const chosen = names.map((name) => `t.${quoted(name)}`).join(', ');
  return { sql: first(`${chosen} from ${from} t${where}${sorted}`, limit) };
}

function maskOf(mask: OfferColumn['mask'], hash: (text: string) => string): (value: string | null) => string | null {
  switch (mask) {
    case 'none':
      return (value) => value;
    case 'last4':
      // of what is as short as that nothing may be left
      return (value) => value && (value.length > 4 ? `****${value.slice(-4)}` : '****');
    case 'hash':
      return (value) => (value === null ? null : hash(value));
  }
}

/** The same for the same value within an offer: rows can be joined by it, and nobody finds the value by trying. */
function hashOf({ platform, spaceId }: Ctx, offer: string, text: string): string {
  return keyedHash(platform.config, `etl.offer:${spaceId}:${offer}`, text);
}

function requireColumn(found: readonly DataColumn[], column: string): DataColumn {
  const one = found.find(({ name }) => name === column);
  if (!one) throw new AppError('etl.exchange.column_gone', { column });
  return one;
}
