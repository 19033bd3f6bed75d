import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { reviewApi } from '@formwork/contract/review/api.ts';
import type { Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { CallInput } from '../../platform/http/http.ts';
import { seal, unseal } from '../../platform/secrets.ts';
import type { ChangeTable } from './tables.ts';

type Change = Selectable<ChangeTable>;

/** Whoever has not opened it by then asks for a new one. */
const openDays = 7;

/** A password in what was sent is for nobody to read while it waits. */
export function sealedInput(ctx: Ctx, id: string, input: CallInput): CallInput {
  return withPassword(input, (password) => seal(ctx.platform.config, sentPlace(ctx, id), password));
}

export function openedInput(ctx: Ctx, { id, input }: Change): CallInput {
  return withPassword(input as CallInput, (sealed) => unseal(ctx.platform.config, sentPlace(ctx, id), sealed));
}

/** What a reader sees of what was sent. */
export function shownBody({ input }: Change): unknown {
  const { body } = withPassword(input as CallInput, () => undefined);
  return body ?? null;
}

/**
 * Keeps the password of an account that a release made, for one pair of eyes. Those of administrators and ordinary people are
 * opened by the administrator who prepared it; those of reviewers and auditors by the reviewer who released it: nobody comes
 * by this into an account which may do what their own must not.
 */
export function keptPassword(ctx: Ctx, change: Change, result: unknown): Pick<Change, 'password' | 'password_for'> {
  const password = (result as { password?: unknown } | null)?.password;
  if (typeof password !== 'string') return { password: null, password_for: null };
  const { role } = (change.input as { body: { role?: string } }).body;
  return {
    password: seal(ctx.platform.config, madePlace(ctx, change.id), password),
    password_for: role === 'safe' || role === 'audit' ? ctx.user.id : change.prepared_by,
  };
}

export function mayOpen(ctx: Ctx, { password, password_for, decided_at }: Change): boolean {
  return (
    password !== null &&
    password_for === ctx.user.id &&
    decided_at !== null &&
    Date.now() - decided_at.getTime() < openDays * 86_400_000
  );
}

/** Gone as it is answered. */
export async function openPassword(
  ctx: TxCtx,
  { params }: InputOf<typeof reviewApi.openPassword>,
): Promise<{ password: string; login: string; name: string }> {
  const change = await ctx.tx
    .selectFrom('review.change')
    .selectAll()
    .where('id', '=', params.changeId)
    .forUpdate()
    .executeTakeFirst();
  if (!change) throw notFound('review.change.not_found');
  if (!mayOpen(ctx, change)) throw notFound('review.change.no_password');
  await ctx.tx
    .updateTable('review.change')
    .set({ password: null, password_for: null })
    .where('id', '=', change.id)
    .execute();
  const { login, name } = (change.input as { body: { login: string; name: string } }).body;
  await record(ctx, 'review.change.password_shown', { id: change.id, name, login });
  return { password: unseal(ctx.platform.config, madePlace(ctx, change.id), change.password!), login, name };
}

function withPassword(input: CallInput, change: (password: string) => string | undefined): CallInput {
  const body = input.body as { password?: unknown } | undefined;
  return typeof body?.password === 'string' ? { ...input, body: { ...body, password: change(body.password) } } : input;
}

export const sentPlace = ({ spaceId }: Pick<Ctx, 'spaceId'>, id: string): string => `review.sent:${spaceId}:${id}`;
export const madePlace = ({ spaceId }: Pick<Ctx, 'spaceId'>, id: string): string => `review.made:${spaceId}:${id}`;
