import type { OverdueRow, retentionApi } from '@formwork/contract/assets/retention.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { z } from 'zod';
import { placeOf, readPlace } from '../../../platform/db/paging.ts';
import { inSpace, reader } from '../../../platform/db/space-data.ts';
import { conflict } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { requireAsset } from '../find.ts';
import { assetColumns, assetRow, type StoredAsset } from '../rows.ts';
import { tellOf } from '../tell.ts';
import { visibleAssets } from '../visible.ts';
import { ageView } from './age-view.ts';
import { lookAt } from './look.ts';
import { overdueSql } from './overdue-sql.ts';

type Input<Name extends keyof typeof retentionApi> = InputOf<(typeof retentionApi)[Name]>;
type Answer<Name extends keyof typeof retentionApi> = Promise<ResponseOf<(typeof retentionApi)[Name]>>;

interface Overdue extends StoredAsset {
  due: number;
  age_type: string | null;
}

const dayMs = 86_400_000;
/** When the oldest row should have been gone; what nobody can tell stands last. */
const dueSql = `coalesce(extract(epoch from a.oldest + make_interval(days => a.retention)), 1e15)::float8`;

export async function listOverdue(ctx: Ctx, { query }: Input<'overdue'>): Answer<'overdue'> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const values: unknown[] = [];
  const table = `${from.schema}.assets_asset a`;
  const where = `${visible.sql(values)} and ${overdueSql(query.state)}`;
  const count = await from.query<{ n: number }>({
    text: `select count(*)::int as n from ${table} where ${where}`,
    values: [...values],
  });
  const [due, id] = readPlace(query.after, z.tuple([z.number(), z.int32()])) ?? [];
  const beyond =
    due === undefined ? '' : ` and (${dueSql}, a.id) > ($${values.push(due)}::float8, $${values.push(id)}::integer)`;
  const { rows } = await from.query<Overdue>({
    text: `select ${assetColumns}, ${dueSql} as due, (select c.type from ${from.schema}.assets_column c where c.asset = a.id and c.key = a.age_column) as age_type from ${table} where ${where}${beyond} order by due, a.id limit ${query.limit + 1}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(rowOf),
    next: rows.length > shown.length && last ? placeOf([last.due, last.id]) : null,
    count: count.rows[0]!.n,
  };
}

function rowOf(row: Overdue): OverdueRow {
  const { oldest, retention } = row;
  return {
    ...assetRow(row),
    retention: retention!,
    then: row.retention_then,
    ageColumn: row.age_column,
    ageType: row.age_type,
    oldest: oldest?.toISOString() ?? null,
    over: oldest === null ? null : Math.floor((Date.now() - oldest.getTime()) / dayMs) - retention!,
    why: row.age_why,
    keptUntil: row.kept_until,
    keptWhy: row.kept_why,
  };
}

export async function keepRows(ctx: Ctx, { params, body }: Input<'keep'>): Answer<'keep'> {
  const asset = await requireAsset(ctx, params.assetId);
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.assets_asset set kept_until = $2, kept_why = $3, version = version + 1 where id = $1`,
      values: [asset.id, body.until, body.until === null ? '' : body.reason],
    });
    await tx.event('assets.asset.kept', String(asset.id), {
      id: String(asset.id),
      name: asset.title.zh,
      until: body.until,
      reason: body.reason,
    });
  });
  return null;
}

export async function remind(ctx: Ctx, { params }: Input<'remind'>): Answer<'remind'> {
  const asset = await requireAsset(ctx, params.assetId);
  const { retention, oldest } = asset;
  if (retention === null || oldest === null || Date.now() - oldest.getTime() <= retention * dayMs)
    throw conflict('assets.asset.not_overdue');
  const told = await tellOf(ctx, asset, {
    source: newId(),
    kind: 'assetOverdue',
    title: asset.title.zh,
    by: ctx.user.id,
    followers: false,
  });
  await inSpace(ctx, (tx) =>
    tx.event('assets.asset.reminded', String(asset.id), { id: String(asset.id), name: asset.title.zh }),
  );
  return { told };
}

export async function lookNow(ctx: Ctx, { params }: Input<'age'>): Answer<'age'> {
  await requireAsset(ctx, params.assetId);
  await lookAt(ctx, params.assetId);
  return ageView(await requireAsset(ctx, params.assetId));
}
