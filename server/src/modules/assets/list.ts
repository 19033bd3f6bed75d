import type { assetsApi, Facets } from '@formwork/contract/assets/api.ts';
import { sensitivities } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { z } from 'zod';
import { placeOf, readPlace } from '../../platform/db/paging.ts';
import { reader } from '../../platform/db/space-data.ts';
import { narrowSql, waitsSql } from './narrow.ts';
import { assetColumns, assetRow, type StoredAsset } from './rows.ts';
import { visibleAssets } from './visible.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

/** Up to here they are counted, beyond it is said that there are more. */
const counted = 10_000;

export async function listAssets(ctx: Ctx, { query }: Input<'list'>): Answer<'list'> {
  const { after, limit, waits, ...by } = query;
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const values: unknown[] = [];
  const where = `${visible.sql(values)} and ${narrowSql(by, values)}${waits === undefined ? '' : ` and ${waitsSql(waits, from.schema)}`}`;
  const [sort, id] = readPlace(after, z.tuple([z.string(), z.int32()])) ?? [];
  const count =
    sort === undefined
      ? await from.query<{ n: number }>({
          text: `select count(*)::int as n from (select 1 from ${from.schema}.assets_asset a where ${where} limit ${counted + 1}) c`,
          values: [...values],
        })
      : undefined;
  const beyond =
    sort === undefined ? '' : ` and (a.sort, a.id) > ($${values.push(sort)}, $${values.push(id)}::integer)`;
  const { rows } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where ${where}${beyond} order by a.sort, a.id limit ${limit + 1}`,
    values,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const n = count?.rows[0]!.n;
  return {
    rows: shown.map(assetRow),
    next: rows.length > limit && last ? placeOf([last.sort, last.id]) : null,
    count: n === undefined ? null : { count: Math.min(n, counted), exact: n <= counted },
  };
}

const facetColumns = {
  kind: 'a.kind',
  certified: 'a.certified',
  sensitivity: 'a.sensitivity::text',
  domain: 'a.domain::text',
  category: 'a.category::text',
} as const;

/** Each facet counts what would be found without itself. */
export async function assetFacets(ctx: Ctx, { query: by }: Input<'facets'>): Promise<Facets> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const count = async (name: keyof typeof facetColumns | 'tag'): Promise<{ value: string; count: number }[]> => {
    const values: unknown[] = [];
    const where = `${visible.sql(values)} and ${narrowSql(by, values, name)}`;
    const table = `${from.schema}.assets_asset a`;
    const { rows } = await from.query<{ value: string; count: number }>({
      text:
        name === 'tag'
          ? `select t.value, count(*)::int as count from ${table}, unnest(a.tags) as t (value) where ${where} group by 1 order by 2 desc, 1 limit 50`
          : `select ${facetColumns[name]} as value, count(*)::int as count from ${table} where ${where} and ${facetColumns[name]} is not null group by 1 order by 2 desc, 1 limit 200`,
      values,
    });
    return rows;
  };
  const [kind, certified, sensitivity, domain, category, tag] = await Promise.all([
    count('kind'),
    count('certified'),
    count('sensitivity'),
    count('domain'),
    count('category'),
    count('tag'),
  ]);
  return {
    kind,
    certified,
    sensitivity: sensitivity.map(({ value, count: n }) => ({
      value: sensitivities[Number(value)] ?? 'open',
      count: n,
    })),
    domain,
    category,
    tag,
  };
}
