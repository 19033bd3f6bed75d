import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';

/** Counts that somebody looked at an asset: a row an asset, person and day. Nobody waits for it. */
export function noteUse({ platform, spaceId, user }: Ctx, asset: number): void {
  if (user.system) return;
  const schema = spaceSchema(spaceId);
  void spaceQuery(platform, {
    text: `with used as (
        insert into ${schema}.assets_usage as u (asset, day, person, n) values ($1, current_date, $2, 1)
        on conflict (asset, day, person) do update set n = u.n + 1)
      update ${schema}.assets_asset set used = used + 1, used_at = now() where id = $1`,
    values: [asset, user.id],
  }).catch((error: unknown) => platform.log.warn({ err: error }, 'a use of an asset was not counted'));
}

/** The same for things that events tell of: records of forms that were written. */
export async function noteUses(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  uses: readonly { kind: string; ref: string; person: string; day: string; n: number }[],
): Promise<void> {
  if (uses.length === 0) return;
  const schema = spaceSchema(spaceId);
  await spaceQuery(platform, {
    text: `with given as (select a.id, g.person, g.day, g.n from unnest($1::text[], $2::text[], $3::uuid[], $4::date[], $5::integer[]) as g (kind, ref, person, day, n)
        join ${schema}.assets_asset a on a.kind = g.kind and a.ref = g.ref),
      counted as (insert into ${schema}.assets_usage as u (asset, day, person, n) select id, day, person, n from given
        on conflict (asset, day, person) do update set n = u.n + excluded.n)
      update ${schema}.assets_asset a set used = a.used + s.n, used_at = now() from (select id, sum(n)::int as n from given group by 1) s where a.id = s.id`,
    values: [
      uses.map(({ kind }) => kind),
      uses.map(({ ref }) => ref),
      uses.map(({ person }) => person),
      uses.map(({ day }) => day),
      uses.map(({ n }) => n),
    ],
  });
}
