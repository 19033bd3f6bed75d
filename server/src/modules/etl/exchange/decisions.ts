import type { exchangeApi, ExchangeStep } from '@formwork/contract/etl/exchange.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { spaceNames } from '../../identity/public.ts';
import { requestSeen, sideOf, type StoredRequest } from './requests.ts';
import { recordInBoth } from './trails.ts';
import { stateNow, stepsOf, todayOf } from './views.ts';

type Input<Name extends keyof typeof exchangeApi> = InputOf<(typeof exchangeApi)[Name]>;
type Answer<Name extends keyof typeof exchangeApi> = Promise<ResponseOf<(typeof exchangeApi)[Name]>>;

const leads = {
  approve: ['approved', 'etl.exchange.approved'],
  refuse: ['refused', 'etl.exchange.refused'],
  suspend: ['suspended', 'etl.exchange.suspended'],
  resume: ['approved', 'etl.exchange.resumed'],
} as const satisfies Record<Exclude<ExchangeStep, 'end'>, readonly [StoredRequest['state'], string]>;

/** By the one who offers; whoever asked learns of the decision and its reason, not of who took it. */
export async function decideRequest(ctx: TxCtx, { params, body }: Input<'decide'>): Answer<'decide'> {
  const row = await requestSeen(ctx, params.exchangeId, { lock: true });
  requireStep(ctx, row, body.step);
  if (body.step === 'refuse' && body.note === '')
    throw invalid('etl.exchange.note_missing', [{ path: 'note', code: 'etl.exchange.note_missing' }]);
  const [state, event] = leads[body.step];
  await ctx.tx
    .updateTable('etl.exchange_request')
    .set({ state, note: body.note, decided_at: new Date() })
    .where('id', '=', row.id)
    .where('provider', '=', ctx.spaceId)
    .execute();
  await recordInBoth(ctx, event, { id: row.id, title: row.title, partner: row.space_id }, { note: body.note });
  return { id: row.id };
}

export async function endRequest(ctx: TxCtx, { params, body }: Input<'end'>): Answer<'end'> {
  const row = await requestSeen(ctx, params.exchangeId, { lock: true });
  requireStep(ctx, row, 'end');
  const side = sideOf(ctx, row);
  await ctx.tx
    .updateTable('etl.exchange_request')
    .set({ state: 'ended', ended_by: side, note: body.note })
    .where('id', '=', row.id)
    .execute();
  const partner = side === 'asker' ? row.provider : row.space_id;
  await recordInBoth(ctx, 'etl.exchange.ended', { id: row.id, title: row.title, partner }, { note: body.note });
  return { id: row.id };
}

/** In words, for whoever reviews changes of rights. */
export async function changeByDecision(ctx: Ctx, { params, body }: Input<'decide'>): Promise<RightsSubject | null> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const row = await requestSeen({ ...ctx, tx }, params.exchangeId);
    requireStep(ctx, row, body.step);
    if (body.step !== 'approve' && body.step !== 'resume') return null;
    const names = await spaceNames({ control: tx }, [row.space_id]);
    const partner = names.get(row.space_id) ?? row.space_id;
    return { name: row.title, before: {}, after: { partner, until: row.until } };
  });
}

function requireStep(ctx: Ctx, row: StoredRequest, step: ExchangeStep): void {
  const side = sideOf(ctx, row);
  // to whoever asked, decisions are not theirs to take, as if there were nothing to decide
  if (step !== 'end' && side === 'asker') throw notFound('etl.exchange.not_found');
  const state = stateNow(row.state, row.until, todayOf(ctx.platform, row.provider));
  if (!stepsOf(side, state).includes(step)) throw conflict('etl.exchange.not_from_here', { state });
}
