import { nobody } from '@formwork/contract/nobody.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { zoneOf } from '../enterprise/public.ts';
import { callsByDay } from '../gateway/public.ts';

/** What the gateway counted by the minute, by day and application: whoever calls an API uses it. */
export const countCalls = inEverySpace('assets.usage.calls', '5 * * * *', (platform, spaceId) =>
  countCallsOf(platform, spaceId),
);

/** Today and yesterday anew, so that nothing is missing and nothing counts twice. */
export async function countCallsOf(platform: Platform, spaceId: string): Promise<void> {
  const calls = await callsByDay({ platform, spaceId }, { days: 2, zone: zoneOf(platform, spaceId) });
  if (calls.length === 0) return;
  const schema = spaceSchema(spaceId);
  await spaceQuery(platform, {
    text: `with given as (select a.id, g.person, g.day, g.n, g.last, g.ms from unnest($1::text[], $2::uuid[], $3::date[], $4::integer[], $5::timestamptz[], $7::float8[]) as g (ref, person, day, n, last, ms)
        join ${schema}.assets_asset a on a.kind = 'gateway_api' and a.ref = g.ref),
      more as (select g.id, sum(g.n - coalesce(u.n, 0))::int as n, max(g.last) as last from given g
        left join ${schema}.assets_usage u on u.asset = g.id and u.day = g.day and u.person = g.person group by 1),
      counted as (insert into ${schema}.assets_usage as u (asset, day, person, by_kind, n, ms)
        select id, day, person, case when person = $6::uuid then 'visitor' else 'application' end, n, ms from given
        on conflict (asset, day, person) do update set n = excluded.n, ms = excluded.ms, by_kind = excluded.by_kind)
      update ${schema}.assets_asset a set used = a.used + m.n, used_at = greatest(a.used_at, m.last) from more m where a.id = m.id and m.n > 0`,
    values: [
      calls.map(({ api }) => api),
      calls.map(({ application }) => application ?? nobody),
      calls.map(({ day }) => day),
      calls.map(({ n }) => n),
      calls.map(({ last }) => last),
      nobody,
      calls.map(({ ms }) => ms),
    ],
  });
}
