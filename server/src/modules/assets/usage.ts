import type { userKinds } from '@formwork/contract/assets/asset.ts';
import { nobody } from '@formwork/contract/nobody.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader, spaceQuery, spaceSchema, type SpaceReader } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { dayOf, zoneOf } from '../enterprise/public.ts';
import { applicationNames } from '../gateway/public.ts';

type Who = Pick<Ctx, 'platform' | 'spaceId' | 'user'>;
type Where = Pick<Ctx, 'platform' | 'spaceId'>;

/** Counts that somebody looked at an asset, and how long it took: a row an asset, person and day. Nobody waits for it. */
export function noteUse({ platform, spaceId, user }: Who, asset: number, ms = 0): void {
  if (user.system) return;
  const schema = spaceSchema(spaceId);
  void spaceQuery(platform, {
    text: `with used as (
        insert into ${schema}.assets_usage as u (asset, day, person, n, ms) values ($1, $3, $2, 1, $4)
        on conflict (asset, day, person) do update set n = u.n + 1, ms = u.ms + excluded.ms)
      update ${schema}.assets_asset set used = used + 1, used_at = now() where id = $1`,
    values: [asset, user.id, dayOf(new Date(), zoneOf(platform, spaceId)), ms],
  }).catch((error: unknown) => platform.log.warn({ err: error }, 'a use of an asset was not counted'));
}

interface Use {
  kind: string;
  ref: string;
  person: string;
  by: (typeof userKinds)[number];
  day: string;
  n: number;
  ms?: number;
}

/** The same for things that events tell of: records of forms that were written, runs that somebody began. */
export async function noteUses({ platform, spaceId }: Where, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return;
  const schema = spaceSchema(spaceId);
  await spaceQuery(platform, {
    text: `with given as (select a.id, g.person, g.by_kind, g.day, g.n, g.ms from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::date[], $6::integer[], $7::float8[]) as g (kind, ref, person, by_kind, day, n, ms)
        join ${schema}.assets_asset a on a.kind = g.kind and a.ref = g.ref),
      counted as (insert into ${schema}.assets_usage as u (asset, day, person, by_kind, n, ms) select id, day, person, by_kind, n, ms from given
        on conflict (asset, day, person) do update set n = u.n + excluded.n, ms = u.ms + excluded.ms)
      update ${schema}.assets_asset a set used = a.used + s.n, used_at = now() from (select id, sum(n)::int as n from given group by 1) s where a.id = s.id`,
    values: [
      uses.map(({ kind }) => kind),
      uses.map(({ ref }) => ref),
      uses.map(({ person }) => person),
      uses.map(({ by }) => by),
      uses.map(({ day }) => day),
      uses.map(({ n }) => n),
      uses.map(({ ms = 0 }) => ms),
    ],
  });
}

/** Waiting to be written, by space; and whom was counted when, so that a page that asks again and again is one use. */
const waiting = new WeakMap<Platform, { uses: Map<string, Use & { spaceId: string }>; seen: Map<string, number> }>();
const togetherMs = 1_000;
const sameLookMs = 60_000;
const mostSeen = 20_000;

/** Charts, boards, data sets that answer somebody: written together a little later. What is asked for again at once takes time, and is one use. */
export function gatherUse({ platform, spaceId, user }: Who, kind: string, ref: string, ms: number): void {
  if (user.system) return;
  const isVisitor = user.id === nobody;
  let kept = waiting.get(platform);
  if (!kept) waiting.set(platform, (kept = { uses: new Map(), seen: new Map() }));
  const key = JSON.stringify([spaceId, kind, ref, user.id]);
  const now = Date.now();
  const isNew = now - (kept.seen.get(key) ?? 0) >= sameLookMs;
  if (!isNew && ms === 0) return;
  if (kept.seen.size >= mostSeen) kept.seen.clear();
  if (isNew) kept.seen.set(key, now);
  if (kept.uses.size === 0) setTimeout(() => writeGathered(platform), togetherMs).unref();
  const day = dayOf(new Date(), zoneOf(platform, spaceId));
  const before = kept.uses.get(key);
  const n = (before?.n ?? 0) + (isNew ? 1 : 0);
  const by = isVisitor ? 'visitor' : 'person';
  kept.uses.set(key, { spaceId, kind, ref, person: user.id, by, day, n, ms: (before?.ms ?? 0) + ms });
}

function writeGathered(platform: Platform): void {
  const kept = waiting.get(platform);
  if (!kept) return;
  const uses = [...kept.uses.values()];
  kept.uses.clear();
  for (const [spaceId, own] of Map.groupBy(uses, (use) => use.spaceId))
    noteUses({ platform, spaceId }, own).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'uses of assets were not counted'),
    );
}

/** Seconds that those who read it had it worked for them within thirty days. */
export async function secondsRead(from: SpaceReader, asset: number): Promise<number> {
  const { rows } = await from.query<{ seconds: number }>({
    text: `select coalesce(sum(ms), 0)::float8 / 1000 as seconds from ${from.schema}.assets_usage where asset = $1 and day > current_date - 30`,
    values: [asset],
  });
  return rows[0]!.seconds;
}

/** Who used it within ninety days, how often and when last. */
export async function usersOf(ctx: Ctx, asset: number) {
  const from = reader(ctx);
  const { rows } = await from.query<{ by: Use['by']; id: string; n: number; last: string }>({
    text: `select by_kind as by, person as id, sum(n)::int as n, max(day)::text as last from ${from.schema}.assets_usage
      where asset = $1 and day > current_date - 90 group by 1, 2 order by 3 desc, 2 limit 50`,
    values: [asset],
  });
  const names = rows.some(({ by }) => by === 'application') ? await applicationNames(ctx) : new Map<string, string>();
  return rows.map((row) => ({ ...row, name: row.by === 'application' ? (names.get(row.id) ?? null) : null }));
}

export async function usesByDay(from: SpaceReader, asset: number): Promise<{ day: string; n: number }[]> {
  const { rows } = await from.query<{ day: string; n: number }>({
    text: `select day::text, sum(n)::int as n from ${from.schema}.assets_usage where asset = $1 and day > current_date - 90 group by 1 order by 1`,
    values: [asset],
  });
  return rows;
}
