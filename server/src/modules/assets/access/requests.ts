import type { assetsApi, Request } from '@formwork/contract/assets/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { cursorOf, exactTime, readCursor } from '../../../platform/db/paging.ts';
import { inSpace, reader } from '../../../platform/db/space-data.ts';
import { conflict } from '../../../platform/errors.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { newId } from '../../../platform/ids.ts';
import { requireAsset } from '../find.ts';
import { visibleAssets } from '../visible.ts';
import { carryOut } from './decision.ts';
import { requireGrantable } from './grant.ts';
import { strandedRequests } from './in-process.ts';
import { beginProcess } from './process.ts';
import { requestColumns, requestView, storedRequest, type StoredRequest } from './stored.ts';
import { storedWay } from './way.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

/** Own requests; those who decide see all of what they see. */
export async function listRequests(ctx: Ctx, { query }: Input<'requests'>): Answer<'requests'> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const place = readCursor(query.after);
  const values: unknown[] = [ctx.user.id];
  const parts = [
    roleHolds(ctx.user.role, 'assets.asset.edit') ? `(r.person = $1 or ${visible.sql(values)})` : 'r.person = $1',
    ...(query.asset === undefined ? [] : [`r.asset = $${values.push(query.asset)}`]),
    ...(query.state === undefined ? [] : [`r.state = $${values.push(query.state)}`]),
    ...(place
      ? [`(r.asked_at, r.id) < ($${values.push(place.at)}::timestamptz, $${values.push(place.id)}::uuid)`]
      : []),
  ];
  const { rows } = await from.query<StoredRequest & { exact: string }>({
    text: `select ${requestColumns}, ${exactTime('r.asked_at')} as exact from ${from.schema}.assets_request r join ${from.schema}.assets_asset a on a.id = r.asset
      where ${parts.join(' and ')} order by r.asked_at desc, r.id desc limit ${query.limit + 1}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: await requestViews(
      ctx,
      shown.map(({ exact: _, ...row }) => row),
    ),
    next: rows.length > shown.length && last ? cursorOf({ at: last.exact, id: last.id }) : null,
  };
}

/** For what one sees and may not use yet, or wants for somebody else's rows. */
export async function requestAccess(ctx: Ctx, { params, body }: Input<'request'>): Promise<Request> {
  const asset = await requireAsset(ctx, params.assetId);
  const id = newId();
  const { way, app, form } = await storedWay(ctx);
  const stranded = await strandedOf(ctx, asset.id);
  await inSpace(ctx, async (tx) => {
    // its record is gone: nothing will come of it any more
    for (const one of stranded) {
      const { rows } = await tx.query({
        text: `update ${tx.schema}.assets_request set state = 'refused', decided_at = now() where id = $1 and state = 'asked' and claim is null returning 1`,
        values: [one],
      });
      if (rows.length > 0)
        await tx.event('assets.request.decided', one, {
          id: one,
          name: asset.title.zh,
          person: ctx.user.id,
          granted: false,
        });
    }
    const { rows } = await tx.query({
      text: `insert into ${tx.schema}.assets_request (id, asset, person, reason, until, state) values ($1, $2, $3, $4, $5, 'asked')
        on conflict (asset, person) where state = 'asked' do nothing returning 1`,
      values: [id, asset.id, ctx.user.id, body.reason, body.until],
    });
    if (rows.length === 0) throw conflict('assets.request.asked_already');
    await tx.event('assets.request.made', id, { id, name: asset.title.zh, reason: body.reason, owner: asset.owner });
  });
  if (way === 'process' && app !== null && form !== null) await beginProcess(ctx, id, asset, { app, form, ...body });
  return requestViewOf(ctx, id);
}

/** Grants until the day that was asked for, or refuses; what a process decides is granted here only where that has to be looked at. */
export async function decideRequest(ctx: Ctx, { params, body }: Input<'decide'>): Promise<Request> {
  const request = await undecided(ctx, params.accessRequestId);
  await requireAsset(ctx, request.asset);
  await carryOut(ctx, request, { ...body, by: ctx.user.id }, newId());
  return requestViewOf(ctx, request.id);
}

/** In words, for whoever reviews changes of rights. */
export async function changeByDecision(ctx: Ctx, { params, body }: Input<'decide'>): Promise<RightsSubject | null> {
  const request = await undecided(ctx, params.accessRequestId);
  if (!body.granted) return null;
  requireGrantable(request);
  return {
    name: request.assetTitle.zh,
    before: {},
    after: {
      person: request.person,
      kind: request.kind,
      until: request.until?.toISOString() ?? null,
      ...(request.kind === 'form' && { sensitive: body.sensitive }),
    },
  };
}

async function undecided(ctx: Ctx, id: string): Promise<StoredRequest> {
  const request = await storedRequest(ctx, id);
  if (request.state === 'asked' && request.record !== null && (await strandedRequests(ctx, [request])).size === 0)
    throw conflict('assets.request.in_process');
  if (request.state !== 'asked' && request.state !== 'approved') throw conflict('assets.request.decided');
  return request;
}

/** Own requests for an asset that wait for what is there no more. */
async function strandedOf(ctx: Ctx, asset: number): Promise<Set<string>> {
  const from = reader(ctx);
  const { rows } = await from.query<Pick<StoredRequest, 'id' | 'state' | 'form' | 'record'>>({
    text: `select id, state, form, record from ${from.schema}.assets_request where asset = $1 and person = $2 and state = 'asked'`,
    values: [asset, ctx.user.id],
  });
  return strandedRequests(ctx, rows);
}

async function requestViewOf(ctx: Ctx, id: string): Promise<Request> {
  return (await requestViews(ctx, [await storedRequest(ctx, id)]))[0]!;
}

async function requestViews(ctx: Ctx, rows: readonly StoredRequest[]): Promise<Request[]> {
  const stranded = await strandedRequests(ctx, rows);
  return rows.map((row) => requestView(stranded.has(row.id) ? { ...row, record: null } : row));
}
