import type { assetsApi, Request } from '@formwork/contract/assets/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, reader } from '../../platform/db/space-data.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { giveAccess } from '../definitions/public.ts';
import { requireAsset } from './find.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;

interface StoredRequest {
  id: string;
  asset: number;
  assetTitle: Text;
  kind: string;
  ref: string;
  guard: string;
  person: string;
  reason: string;
  until: Date | null;
  state: Request['state'];
  note: string;
  asked_at: Date;
  decided_by: string | null;
}

const columns = `r.id, r.asset, a.title as "assetTitle", a.kind, a.ref, a.guard, r.person, r.reason, r.until, r.state, r.note, r.asked_at, r.decided_by`;

const otherwiseGiven: ReadonlySet<string> = new Set(['form', 'view', 'product', 'external']);

/** Own requests; those who decide see all. */
export async function listRequests(ctx: Ctx, { query }: Input<'requests'>): Promise<Request[]> {
  const from = reader(ctx);
  const { rows } = await from.query<StoredRequest>({
    text: `select ${columns} from ${from.schema}.assets_request r join ${from.schema}.assets_asset a on a.id = r.asset
      where ($1 or r.person = $2) and ($3::integer is null or r.asset = $3) and ($4::text is null or r.state = $4) order by r.asked_at desc limit 500`,
    values: [roleHolds(ctx.user.role, 'assets.asset.edit'), ctx.user.id, query.asset ?? null, query.state ?? null],
  });
  return rows.map(viewOf);
}

/** For what one sees and may not use yet, or wants for somebody else's rows. */
export async function requestAccess(ctx: Ctx, { params, body }: Input<'request'>): Promise<Request> {
  const asset = await requireAsset(ctx, params.assetId);
  const id = newId();
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text: `insert into ${tx.schema}.assets_request (id, asset, person, reason, until, state) values ($1, $2, $3, $4, $5, 'asked')
        on conflict (asset, person) where state = 'asked' do nothing returning 1`,
      values: [id, asset.id, ctx.user.id, body.reason, body.until],
    });
    if (rows.length === 0) throw conflict('assets.request.asked_already');
    await tx.event('assets.request.made', id, { id, name: asset.title.zh, reason: body.reason, owner: asset.owner });
  });
  return requestOf(ctx, id);
}

/** Grants the level use on the thing until the day that was asked for; what is not given by rules of definitions is given where it is kept. */
export async function decideRequest(ctx: Ctx, { params, body }: Input<'decide'>): Promise<Request> {
  const request = await storedRequest(ctx, params.accessRequestId);
  if (request.state !== 'asked') throw conflict('assets.request.decided');
  if (body.granted) {
    // rights on records are rules of the form, which say which rows and fields as well
    if (otherwiseGiven.has(request.kind)) throw conflict('assets.request.not_granted_here');
    await giveAccess(
      ctx,
      request.kind === 'table'
        ? { kind: 'connection', id: request.guard, area: 'connections' }
        : { kind: request.kind, id: request.guard },
      { person: request.person, level: 'use', until: request.until?.toISOString() },
    );
  }
  await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text: `update ${tx.schema}.assets_request set state = $2, note = $3, decided_by = $4, decided_at = now() where id = $1 and state = 'asked' returning 1`,
      values: [params.accessRequestId, body.granted ? 'granted' : 'refused', body.note, ctx.user.id],
    });
    if (rows.length === 0) throw conflict('assets.request.decided');
    await tx.event('assets.request.decided', params.accessRequestId, {
      id: params.accessRequestId,
      name: request.assetTitle.zh,
      person: request.person,
      granted: body.granted,
    });
  });
  return requestOf(ctx, params.accessRequestId);
}

/** In words, for whoever reviews changes of rights. */
export async function changeByDecision(ctx: Ctx, { params, body }: Input<'decide'>): Promise<RightsSubject | null> {
  const request = await storedRequest(ctx, params.accessRequestId);
  if (request.state !== 'asked') throw conflict('assets.request.decided');
  if (!body.granted) return null;
  return {
    name: request.assetTitle.zh,
    before: {},
    after: { person: request.person, until: request.until?.toISOString() ?? null },
  };
}

async function storedRequest(ctx: Ctx, id: string): Promise<StoredRequest> {
  const from = reader(ctx);
  const { rows } = await from.query<StoredRequest>({
    text: `select ${columns} from ${from.schema}.assets_request r join ${from.schema}.assets_asset a on a.id = r.asset where r.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound('assets.request.not_found');
  return rows[0];
}

async function requestOf(ctx: Ctx, id: string): Promise<Request> {
  return viewOf(await storedRequest(ctx, id));
}

function viewOf({
  until,
  asked_at: asked,
  decided_by: decidedBy,
  kind: _k,
  ref: _r,
  guard: _g,
  ...row
}: StoredRequest): Request {
  return { ...row, until: until?.toISOString() ?? null, askedAt: asked.toISOString(), decidedBy };
}
