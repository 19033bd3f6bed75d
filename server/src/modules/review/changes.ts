import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { reviewApi, RightsChange } from '@formwork/contract/review/api.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { CallInput } from '../../platform/http/http.ts';
import { namesMentioned } from '../organization/public.ts';
import { mayOpen, shownBody } from './passwords.ts';
import type { ChangeTable } from './tables.ts';

type Input<Name extends keyof typeof reviewApi> = InputOf<(typeof reviewApi)[Name]>;

export async function listChanges(
  ctx: TxCtx,
  { query }: Input<'listChanges'>,
): Promise<ResponseOf<typeof reviewApi.listChanges>> {
  let select = ctx.tx
    .selectFrom('review.change')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  if (query.state !== undefined)
    select = select.where('state', query.state === 'waiting' ? 'in' : 'not in', ['waiting', 'releasing']);
  if (query.after !== undefined) select = select.where('id', '<', query.after);
  const found = await select.execute();
  const rows = found.slice(0, query.limit).map((row) => changeView(ctx, row));
  return {
    rows,
    names: await namesMentioned(ctx.platform, ctx.spaceId, rows),
    next: found.length > query.limit ? rows.at(-1)!.id : null,
  };
}

export async function rejectChange(ctx: TxCtx, { params, body }: Input<'reject'>): Promise<RightsChange> {
  return settle(ctx, params.changeId, { state: 'rejected', reason: body.reason });
}

export async function withdrawChange(ctx: TxCtx, { params }: Input<'withdraw'>): Promise<RightsChange> {
  const row = await ctx.tx
    .selectFrom('review.change')
    .select('prepared_by')
    .where('id', '=', params.changeId)
    .executeTakeFirst();
  if (row?.prepared_by !== ctx.user.id) throw notFound('review.change.not_found');
  return settle(ctx, params.changeId, { state: 'withdrawn', reason: '' });
}

/** Only what nobody has decided yet. */
async function settle(
  ctx: TxCtx,
  id: string,
  to: { state: 'rejected' | 'withdrawn'; reason: string },
): Promise<RightsChange> {
  const row = await ctx.tx
    .updateTable('review.change')
    .set({ ...to, decided_by: ctx.user.id, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
  if (!row) throw await missing(ctx, id);
  await record(ctx, `review.change.${to.state}`, {
    id,
    action: row.action,
    name: row.subject,
    preparedBy: row.prepared_by,
    reason: to.reason,
  });
  return changeView(ctx, row);
}

/** Why there was nothing to decide. */
export async function missing(ctx: TxCtx, id: string): Promise<Error> {
  const row = await ctx.tx.selectFrom('review.change').select('state').where('id', '=', id).executeTakeFirst();
  return row ? conflict('review.change.decided', { state: row.state }) : notFound('review.change.not_found');
}

export function changeView(ctx: Ctx, row: Selectable<ChangeTable>): RightsChange {
  const waiting = row.state === 'waiting';
  return {
    id: row.id,
    action: row.action,
    params: (row.input as CallInput).params as Record<string, string>,
    subject: row.subject,
    before: row.before,
    after: row.after ?? shownBody(row),
    preparedBy: row.prepared_by,
    preparedAt: row.prepared_at.toISOString(),
    state: row.state,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    failure: row.failure,
    can: {
      decide: waiting && roleHolds(ctx.user.role, 'review.change.decide'),
      withdraw: waiting && row.prepared_by === ctx.user.id,
      openPassword: mayOpen(ctx, row),
    },
  };
}
