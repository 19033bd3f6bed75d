import type { assetsApi } from '@formwork/contract/assets/api.ts';
import { sensitivities } from '@formwork/contract/assets/asset.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader } from '../../platform/db/space-data.ts';
import { overdueSql } from './ages/overdue-sql.ts';
import { assetColumns, assetRow, type StoredAsset } from './rows.ts';
import { isRegistering } from './runs.ts';
import { visibleAssets } from './visible.ts';

interface Sums {
  total: number;
  described: number;
  owned: number;
  score: number | null;
  unused: number;
  external: number;
  unread: number;
}

/** How much, how good, how used, what changed, what waits: of what the caller sees. */
export async function getOverview(ctx: Ctx): Promise<ResponseOf<(typeof assetsApi)['overview']>> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const table = `${from.schema}.assets_asset a`;
  const ask = async <Row>(make: (where: string, values: unknown[]) => string): Promise<Row[]> => {
    const values: unknown[] = [];
    const where = `${visible.sql(values)} and a.state <> 'gone'`;
    return (await from.query<Row>({ text: make(where, values), values })).rows;
  };
  const shares = (column: string) =>
    ask<{ value: string; count: number }>(
      (where) =>
        `select ${column} as value, count(*)::int as count from ${table} where ${where} and ${column} is not null group by 1 order by 2 desc, 1 limit 50`,
    );
  const assets = async (order: string, more = 'true') =>
    (
      await ask<StoredAsset>(
        (where) => `select ${assetColumns} from ${table} where ${where} and ${more} order by ${order} limit 8`,
      )
    ).map(assetRow);
  const seenOf = (other: string) => `exists (select 1 from ${table} where a.id = ${other}.asset and `;
  const unused = `a.state = 'live' and (a.used_at is null or a.used_at < now() - interval '90 days') and a.created_at < now() - interval '90 days'`;
  const [[sums], kinds, domains, certified, sensitivity, used, idle, changed, trend, [waiting]] = await Promise.all([
    ask<Sums>(
      (
        where,
      ) => `select count(*)::int as total, count(*) filter (where a.about <> '')::int as described, count(a.owner)::int as owned,
        avg(a.score)::float8 as score, count(*) filter (where ${unused})::int as unused, count(*) filter (where a.state = 'external')::int as external,
        count(*) filter (where a.unread is not null)::int as unread from ${table} where ${where}`,
    ),
    shares('a.kind'),
    shares('a.domain::text'),
    shares('a.certified'),
    shares('a.sensitivity::text'),
    assets('a.used desc, a.sort', 'a.used > 0'),
    assets('coalesce(a.used_at, a.created_at), a.sort', unused),
    assets('a.changed_at desc, a.id', `a.changed_at > now() - interval '7 days'`),
    ask<{ day: string; score: number }>(
      (where) => `select s.day::text, avg(s.score)::float8 as score from ${from.schema}.assets_score s
        where s.day > current_date - 90 and ${seenOf('s')}${where}) group by 1 order by 1`,
    ),
    ask<{ proposals: number; requests: number; incidents: number; contracts: number; overdue: number }>(
      (where) => `select
        (select count(*)::int from ${from.schema}.assets_column c where c.proposed is not null and not c.decided and c.valid_to is null and ${seenOf('c')}${where})) as proposals,
        (select count(*)::int from ${from.schema}.assets_request r where r.state in ('asked', 'approved') and ${seenOf('r')}${where})) as requests,
        (select count(*)::int from ${from.schema}.assets_incident i where i.state <> 'solved' and ${seenOf('i')}${where})) as incidents,
        (select count(*)::int from ${from.schema}.assets_contract k where k.state = 'broken' and ${seenOf('k')}${where})) as contracts,
        (select count(*)::int from ${table} where ${where} and ${overdueSql('due')}) as overdue`,
    ),
  ]);
  return {
    total: sums!.total,
    kinds,
    domains,
    certified,
    sensitivity: sensitivity.map(({ value, count }) => ({ value: sensitivities[Number(value)] ?? 'open', count })),
    described: sums!.described,
    owned: sums!.owned,
    score: sums!.score,
    trend,
    used,
    unused: idle,
    unusedCount: sums!.unused,
    changed,
    waiting: { ...waiting!, external: sums!.external, unread: sums!.unread },
    registering: await isRegistering(ctx),
  };
}
