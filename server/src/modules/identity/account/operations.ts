import type { InputOf } from '@formwork/contract/endpoint.ts';
import {
  operationKinds,
  type accountApi,
  type Operation,
  type OperationKind,
} from '@formwork/contract/identity/account-security.ts';
import { sql } from 'kysely';
import type { TxCtx, VisitorCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { PeriodicTask } from '../../../platform/jobs/jobs.ts';
import { clientOf } from '../sign-in/devices.ts';

const keepDays = 7;
const pageSize = 50;

/** Under which type the audit trail keeps what the person reads among their operations. */
const eventTypes = {
  signed_in: 'identity.session.started',
  refused: 'identity.session.refused',
  locked: 'identity.session.refused',
  signed_out: 'identity.session.ended',
  session_ended: 'identity.session.ended',
  password_changed: 'identity.password.changed',
  password_given: 'identity.password.given',
  phone_bound: 'identity.phone.bound',
  phone_unbound: 'identity.phone.unbound',
  email_bound: 'identity.email.bound',
  email_unbound: 'identity.email.unbound',
  provider_bound: 'identity.provider.bound',
  provider_unbound: 'identity.provider.unbound',
  two_step_on: 'identity.two_step.on',
  two_step_off: 'identity.two_step.off',
  two_step_ended: 'identity.two_step.ended',
  recovery_codes_made: 'identity.recovery_codes.made',
  recovery_code_used: 'identity.recovery_code.used',
  hosting_on: 'identity.hosting.on',
  hosting_off: 'identity.hosting.off',
  trustee_entered: 'identity.hosting.entered',
  trustee_left: 'identity.hosting.left',
  hosted_entered: 'identity.hosting.entered',
  hosted_left: 'identity.hosting.left',
} satisfies Record<OperationKind, string>;

/** Writes what happened to an account: for the person, and as an event of its home space for the audit trail. */
export async function recordOperation(
  ctx: VisitorCtx & { tx: ControlTx },
  account: { id: string; home_space: string },
  kind: OperationKind,
  data: Record<string, unknown> = {},
): Promise<void> {
  await writeOperation(ctx, account.id, kind);
  const actor = ctx.user ?? { id: account.id };
  await record({ ...ctx, spaceId: account.home_space, user: actor }, eventTypes[kind], { id: account.id, ...data });
}

/** For the person alone: the event is somebody else's. `about` is the name of the other person. */
export async function writeOperation(
  ctx: VisitorCtx & { tx: ControlTx },
  accountId: string,
  kind: OperationKind,
  about: string | null = null,
): Promise<void> {
  await ctx.tx
    .insertInto('identity.operation')
    .values({ account_id: accountId, id: newId(), kind, ip: ctx.ip, user_agent: ctx.userAgent.slice(0, 400), about })
    .execute();
}

/** The ids are ordered by time, so the last one shown is where the next page begins. */
export async function listOperations(
  ctx: TxCtx,
  { query }: InputOf<typeof accountApi.operations>,
): Promise<{ rows: Operation[]; more: boolean }> {
  let find = ctx.tx
    .selectFrom('identity.operation')
    .select(['id', 'at', 'kind', 'ip', 'user_agent', 'about'])
    .where('account_id', '=', ctx.user.id)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${keepDays})`)
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (query.before !== undefined) find = find.where('id', '<', query.before);
  const rows = await find.execute();
  return {
    rows: rows.slice(0, pageSize).flatMap(({ id, at, kind, ip, user_agent, about }) => {
      const known = operationKinds.find((one) => one === kind);
      return known ? [{ id, at: at.toISOString(), kind: known, ip, client: clientOf(user_agent), about }] : [];
    }),
    more: rows.length > pageSize,
  };
}

/** Operations after their 7 days, and whatever of a sign-in was never finished. */
export const forgetOldOperations: PeriodicTask = {
  name: 'identity.forget_old_operations',
  cron: '20 2 * * *',
  async run({ control }) {
    await control
      .deleteFrom('identity.operation')
      .where('at', '<', sql<Date>`now() - make_interval(days => ${keepDays})`)
      .execute();
    for (const table of [
      'identity.code',
      'identity.sign_in_ticket',
      'identity.provider_visit',
      'identity.host_ticket',
    ] as const) {
      await control
        .deleteFrom(table)
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
    }
  },
};
