import { type AccessWay, type assetAccessApi, type accessWays } from '@formwork/contract/assets/access.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { inSpace, reader } from '../../../platform/db/space-data.ts';
import { formsOf } from '../../forms/public.ts';
import { isSeparated } from '../../review/public.ts';
import { makeForm } from './form.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;
interface StoredWay {
  way: (typeof accessWays)[number];
  app: string | null;
  form: string | null;
}

export async function storedWay(where: Where): Promise<StoredWay> {
  const from = reader(where);
  const { rows } = await from.query<StoredWay>({ text: `select way, app, form from ${from.schema}.assets_access` });
  return rows[0] ?? { way: 'direct', app: null, form: null };
}

export function isReviewed({ platform, spaceId }: Where): Promise<boolean> {
  return inControl(platform.control, spaceId, (tx) => isSeparated(tx, spaceId));
}

export async function getWay(ctx: Ctx): Promise<AccessWay> {
  const { way, app, form } = await storedWay(ctx);
  return {
    way,
    form: app !== null && form !== null && (await isThere(ctx, form)) ? { appId: app, formId: form } : null,
    reviewed: await isReviewed(ctx),
  };
}

/** Requests that are on their way are decided as they began. */
export async function putWay(ctx: Ctx, { body }: InputOf<(typeof assetAccessApi)['putWay']>): Promise<AccessWay> {
  const before = await storedWay(ctx);
  const known = before.form !== null && (await isThere(ctx, before.form));
  const made = body.way === 'process' && !known ? await makeForm(ctx) : undefined;
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `insert into ${tx.schema}.assets_access (id, way, app, form, changed_by) values (1, $1, $2, $3, $4)
        on conflict (id) do update set way = excluded.way, app = coalesce(excluded.app, assets_access.app), form = coalesce(excluded.form, assets_access.form), changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      values: [body.way, made?.appId ?? null, made?.formId ?? null, ctx.user.id],
    });
    await tx.event('assets.access.changed', 'way', { way: body.way });
  });
  return getWay(ctx);
}

async function isThere(ctx: Ctx, form: string): Promise<boolean> {
  return (await formsOf(ctx, { ids: [form] })).has(form);
}
