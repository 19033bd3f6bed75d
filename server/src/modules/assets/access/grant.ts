import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader, type Doer } from '../../../platform/db/space-data.ts';
import { conflict } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import { giveAccess, takeAccess } from '../../definitions/public.ts';
import { formAssets, giveViewing, takeViewing } from '../../forms/public.ts';
import { asSystem } from '../../identity/public.ts';
import { readColumns } from '../detail.ts';
import { sensitivities } from '@formwork/contract/assets/asset.ts';
import type { StoredAsset } from '../rows.ts';
import { tellAll } from '../target.ts';
import type { StoredRequest } from './stored.ts';

/**
 * Rights on them are given elsewhere: products by their own page, what other systems reported by nobody. A view shows a part of its form
 * for which there is no right of its own.
 */
const otherwiseGiven: ReadonlySet<string> = new Set(['product', 'external', 'view']);
const hiddenFrom = sensitivities.indexOf('confidential');

export function requireGrantable({ kind }: Pick<StoredRequest, 'kind'>): void {
  if (otherwiseGiven.has(kind)) throw conflict('assets.request.not_granted_here');
}

/**
 * Gives what was asked for until its day: of a form its records, without columns that are confidential or more unless they go along;
 * of all else the level use, by a rule. The rule has the id of the request: granted again, nothing is there twice.
 */
export async function grantAccess(ctx: Ctx, request: StoredRequest, sensitive: boolean): Promise<void> {
  requireGrantable(request);
  const { id, kind, ref, person } = request;
  if (kind === 'form') {
    const hidden = sensitive ? [] : await hiddenFields(ctx, request);
    await giveViewing(ctx, ref, { id, person, hidden });
    await inSpace(ctx, (tx) =>
      tx.query({
        text: `insert into ${tx.schema}.assets_grant (request, form, rule) values ($1, $2, $3) on conflict (request) do update set form = excluded.form, rule = excluded.rule, ended_at = null`,
        values: [id, ref, id],
      }),
    );
    return;
  }
  await giveAccess(ctx, thingOf(request), { id, person, level: 'use', until: request.until?.toISOString() });
}

/** What whoever died in the midst of granting gave, before it is refused. */
export async function takeBack(ctx: Ctx, request: StoredRequest): Promise<void> {
  const { id, kind, ref, person, assetTitle } = request;
  if (otherwiseGiven.has(kind)) return;
  if (kind === 'form') await takeViewing(ctx, ref, person, id);
  else await takeAccess(ctx, { ...thingOf(request), name: assetTitle.zh }, id);
}

/** A field that is in use and was not looked at yet may be whatever it may be. */
async function hiddenFields(ctx: Ctx, { asset, ref }: StoredRequest): Promise<string[]> {
  const known = new Map((await readColumns(reader(ctx), asset)).map(({ key, sensitivity }) => [key, sensitivity]));
  if (known.size === 0) throw conflict('assets.request.columns_unknown');
  const used = (await formAssets.describe?.(ctx, 'form', [ref])) ?? [];
  const fields = used.flatMap(({ columns }) => columns.map(({ key }) => key));
  return [...new Set([...known.keys(), ...fields])].filter((key) => {
    const sensitivity = known.get(key);
    return sensitivity === undefined || sensitivities.indexOf(sensitivity) >= hiddenFrom;
  });
}

function thingOf({ kind, guard }: StoredRequest): { kind: string; id: string; area?: string } {
  if (kind === 'table') return { kind: 'connection', id: guard, area: 'connections' };
  return { kind: kind === 'file' ? 'etl_task' : kind, id: guard };
}

export const endByHour = inEverySpace('assets.access.end', '15 * * * *', (platform, spaceId) =>
  endGrants({ platform, spaceId }),
);

interface Ending {
  id: string;
  person: string;
  title: string;
  asset: number;
  form: string | null;
  rule: string | null;
}

/** What was given until a day is over by then: rules on forms are taken back, others have their end in them. One that fails is tried again by the next hour. */
export async function endGrants(where: Pick<Doer, 'platform' | 'spaceId'>): Promise<void> {
  const doer = asSystem(where.platform, where.spaceId, 'access to a data asset has ended');
  const from = reader(doer);
  const { rows } = await from.query<Ending>({
    text: `select r.id, r.person, r.asset, a.title ->> 'zh' as title, g.form, g.rule from ${from.schema}.assets_request r join ${from.schema}.assets_asset a on a.id = r.asset
      left join ${from.schema}.assets_grant g on g.request = r.id and g.ended_at is null where r.state = 'granted' and r.until <= now() order by r.until limit 1000`,
  });
  for (const ended of rows) {
    try {
      await endGrant(doer, ended);
    } catch (error) {
      where.platform.log.error({ err: error, request: ended.id }, 'access to a data asset could not be ended');
    }
  }
}

async function endGrant(doer: Ctx, { id, person, title, asset, form, rule }: Ending): Promise<void> {
  if (form !== null && rule !== null) await takeViewing(doer, form, person, rule);
  await inSpace(doer, async (tx) => {
    await tx.query({ text: `update ${tx.schema}.assets_grant set ended_at = now() where request = $1`, values: [id] });
    await tx.query({
      text: `update ${tx.schema}.assets_request set state = 'ended' where id = $1 and state = 'granted'`,
      values: [id],
    });
    await tx.event('assets.request.ended', id, { id, name: title, person });
  });
  await tellRequester(doer, { id, person, asset, title });
}

/** Whoever asked hears that it was decided, or that it is over. */
export async function tellRequester(
  where: Pick<Doer, 'platform' | 'spaceId'>,
  { id, person, asset, title }: { id: string; person: string; asset: number; title: string },
): Promise<void> {
  const from = reader(where);
  const {
    rows: [row],
  } = await from.query<Pick<StoredAsset, 'id' | 'address'>>({
    text: `select id, address from ${from.schema}.assets_asset where id = $1`,
    values: [asset],
  });
  if (!row) return;
  const people = [{ person, kind: 'assetAccess' as const, title }];
  await tellAll(where, row, { source: newId(), people, thing: `assets/request/${id}`, by: null }, { tab: 'access' });
}
