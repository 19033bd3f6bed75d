import type { Profile, retentionApi } from '@formwork/contract/assets/retention.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { conflict } from '../../../platform/errors.ts';
import { doubleQuoted, inEngine, rawName, type Room } from '../../etl/public.ts';
import { readableKinds } from '../detail.ts';
import { requireAsset } from '../find.ts';
import { sourceOf } from '../look.ts';
import { wordsOf } from '../shown-values.ts';
import type { StoredAsset } from '../rows.ts';
import { noteUse } from '../usage.ts';

const patienceMs = 60_000;
const mostColumns = 100;
const mostTop = 5;
const longest = 200;
/** Of more rows different values are estimated. */
const mostCounted = 500_000;
const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'double']);

/** Nothing is kept of it: whoever looks sees what they may read, rows and columns alike. */
export async function getProfile(ctx: Ctx, { params }: InputOf<(typeof retentionApi)['profile']>): Promise<Profile> {
  const asset = await requireAsset(ctx, params.assetId);
  if (!readableKinds.has(asset.kind) || asset.state === 'gone' || asset.state === 'external')
    throw conflict('assets.asset.not_readable');
  const began = performance.now();
  const usedBy = { kind: 'assets.asset', id: String(asset.id) };
  return patiently(patienceMs, (signal) =>
    inEngine(ctx, usedBy, signal, async (room) => {
      const taken = await room.take(sourceOf(asset), 'profiled');
      const all = taken.filter(({ name }) => asset.kind !== 'form' || !name.startsWith('_'));
      const columns = all.slice(0, mostColumns);
      const [count] = (await room.session.query('select count(*) from profiled')).rows;
      const found: Profile['columns'] = [];
      const rows = Number(count![0]);
      for (const column of columns) found.push(await profileOf(room, column, rows));
      return { rows, columns: await inWords(ctx, asset, columns, found), cut: all.length > columns.length };
    }),
  ).finally(() => noteUse(ctx, asset.id, performance.now() - began));
}

/** Values of a form that are kept as ids as people read them. */
async function inWords(
  ctx: Ctx,
  asset: StoredAsset,
  columns: readonly DataColumn[],
  found: readonly Profile['columns'][number][],
): Promise<Profile['columns']> {
  const words = await wordsOf(ctx, asset, columns, (at) => {
    const { least, most, top } = found[at]!;
    return [least, most, ...top.map(({ value }) => value)].filter((value) => value !== null);
  });
  return found.map((column, at) => {
    const own = words[at];
    if (!own) return column;
    // which id comes first says nothing about what it stands for
    const top = column.top.map(({ value, count }) => ({ value: value === null ? null : own(value), count }));
    return { ...column, least: null, most: null, top };
  });
}

async function profileOf(
  { session }: Room,
  { name, title, type }: DataColumn,
  rows: number,
): Promise<Profile['columns'][number]> {
  const [value, text] = [doubleQuoted(name), doubleQuoted(rawName(name))];
  // an empty text holds nothing
  const filled = `${text} is not null and ${text} <> ''`;
  const [sums] = (
    await session.query(
      `select count(*) filter (where ${filled}), ${rows > mostCounted ? 'approx_count_distinct(' : 'count(distinct '}${text}) filter (where ${filled}), arg_min(${text}, ${value}), arg_max(${text}, ${value}),
        ${numbers.has(type) ? `avg(${value}::double)` : 'null'} from profiled`,
    )
  ).rows;
  const top = await session.query(
    `select ${text}, count(*) as n from profiled where ${filled} group by 1 order by n desc, 1 limit ${mostTop}`,
  );
  const [full, distinct, least, most, mean] = sums!;
  return {
    key: name,
    title: title ?? name,
    type,
    filled: Number(full),
    distinct: Math.min(Number(distinct), Number(full)),
    least: least?.slice(0, longest) ?? null,
    most: most?.slice(0, longest) ?? null,
    mean: mean == null ? null : Number(mean),
    top: top.rows.map(([one, n]) => ({ value: one?.slice(0, longest) ?? null, count: Number(n) })),
  };
}
