import type { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { Remark } from '@formwork/contract/assets/quality.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { cursorOf, exactTime, readCursor } from '../../../platform/db/paging.ts';
import { inSpace, reader } from '../../../platform/db/space-data.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { requireAsset } from '../find.ts';
import { tellOf } from '../tell.ts';

type Input<Name extends keyof typeof assetQualityApi> = InputOf<(typeof assetQualityApi)[Name]>;
type Answer<Name extends keyof typeof assetQualityApi> = Promise<ResponseOf<(typeof assetQualityApi)[Name]>>;

export async function followAsset(ctx: Ctx, { params, body }: Input<'follow'>): Answer<'follow'> {
  const asset = await requireAsset(ctx, params.assetId);
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: body.followed
        ? `insert into ${tx.schema}.assets_follow (asset, person) values ($1, $2) on conflict do nothing`
        : `delete from ${tx.schema}.assets_follow where asset = $1 and person = $2`,
      values: [asset.id, ctx.user.id],
    });
  });
  return null;
}

export async function listRemarks(ctx: Ctx, { params, query }: Input<'remarks'>): Answer<'remarks'> {
  const asset = await requireAsset(ctx, params.assetId);
  const place = readCursor(query.after);
  const from = reader(ctx);
  const values: unknown[] = [asset.id];
  const beyond = place
    ? ` and (at, id) < ($${values.push(place.at)}::timestamptz, $${values.push(place.id)}::uuid)`
    : '';
  const { rows } = await from.query<StoredRemark & { exact: string }>({
    text: `select id, by, at, text, ${exactTime('at')} as exact from ${from.schema}.assets_remark where asset = $1${beyond} order by at desc, id desc limit ${query.limit + 1}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ exact: _, ...row }) => remarkOf(row)),
    next: rows.length > shown.length && last ? cursorOf({ at: last.exact, id: last.id }) : null,
  };
}

export async function addRemark(ctx: Ctx, { params, body }: Input<'addRemark'>): Answer<'addRemark'> {
  const asset = await requireAsset(ctx, params.assetId);
  const id = newId();
  const { rows } = await inSpace(ctx, async (tx) => {
    const added = await tx.query<StoredRemark>({
      text: `insert into ${tx.schema}.assets_remark (id, asset, by, text) values ($1, $2, $3, $4) returning id, by, at, text`,
      values: [id, asset.id, ctx.user.id, body.text],
    });
    await tx.event('assets.remark.added', id, { id, name: asset.title.zh });
    return added;
  });
  await tellOf(ctx, asset, { source: id, kind: 'assetRemark', title: asset.title.zh, by: ctx.user.id });
  return remarkOf(rows[0]!);
}

export async function removeRemark(ctx: Ctx, { params }: Input<'removeRemark'>): Answer<'removeRemark'> {
  const from = reader(ctx);
  const { rows } = await from.query<{ asset: number; by: string }>({
    text: `select asset, by from ${from.schema}.assets_remark where id = $1`,
    values: [params.remarkId],
  });
  const remark = rows[0];
  if (!remark) throw notFound('assets.remark.not_found');
  const asset = await requireAsset(ctx, remark.asset);
  if (remark.by !== ctx.user.id && !roleHolds(ctx.user.role, 'assets.asset.edit'))
    throw notFound('assets.remark.not_found');
  await inSpace(ctx, async (tx) => {
    await tx.query({ text: `delete from ${tx.schema}.assets_remark where id = $1`, values: [params.remarkId] });
    await tx.event('assets.remark.removed', params.remarkId, { id: params.remarkId, name: asset.title.zh });
  });
  return null;
}

interface StoredRemark {
  id: string;
  by: string;
  at: Date;
  text: string;
}

const remarkOf = ({ at, ...row }: StoredRemark): Remark => ({ ...row, at: at.toISOString() });
