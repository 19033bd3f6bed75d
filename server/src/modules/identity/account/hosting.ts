import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { FieldError } from '@formwork/contract/errors.ts';
import type { HostedAccount, Hosting, hostingApi } from '@formwork/contract/identity/hosting.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { hostedIn } from './hosted.ts';
import { isMember, namesOf } from './memberships.ts';
import { writeOperation } from './operations.ts';
import { ownAccount } from './own-account.ts';
import { dropSession } from '../sign-in/session-cache.ts';

type Input<Name extends keyof typeof hostingApi> = InputOf<(typeof hostingApi)[Name]>;
type Answer<Name extends keyof typeof hostingApi> = Promise<ResponseOf<(typeof hostingApi)[Name]>>;

export async function ownHosting(ctx: TxCtx): Answer<'own'> {
  return { hosting: await hostingOf(ctx) };
}

/** Asks for the password: an open session must not be enough to give the account away. Whoever had it before is out. */
export async function switchHostingOn(ctx: Ctx, { body }: Input<'switchOn'>): Answer<'switchOn'> {
  await ownAccount(ctx, body.password);
  const endsAt = body.endsAt === null ? null : new Date(body.endsAt);
  const { hosting, former } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    await requireTrustee(inTx, body.trusteeId, endsAt);
    const before = await endHosting(inTx);
    await tx
      .insertInto('identity.hosting')
      .values({ space_id: ctx.spaceId, account_id: ctx.user.id, trustee_id: body.trusteeId, ends_at: endsAt })
      .execute();
    const made = (await hostingOf(inTx))!;
    await writeOperation(inTx, ctx.user.id, 'hosting_on', made.trustee.name);
    await record(inTx, 'identity.hosting.on', { id: ctx.user.id, trustee: body.trusteeId, endsAt: body.endsAt });
    return { hosting: made, former: before };
  });
  tell(ctx, [former, body.trusteeId]);
  return { hosting };
}

export async function switchHostingOff(ctx: Ctx): Promise<null> {
  const former = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    const trustee = await endHosting(inTx);
    if (trustee === undefined) return undefined;
    await writeOperation(inTx, ctx.user.id, 'hosting_off', (await namesOf(inTx, [trustee])).get(trustee) ?? '');
    await record(inTx, 'identity.hosting.off', { id: ctx.user.id, trustee });
    return trustee;
  });
  tell(ctx, [former]);
  return null;
}

export async function hostedAccounts({ tx, user }: TxCtx): Promise<HostedAccount[]> {
  const rows = await tx
    .selectFrom('identity.hosting as h')
    .innerJoin('identity.membership as m', (on) =>
      on.onRef('m.space_id', '=', 'h.space_id').onRef('m.account_id', '=', 'h.account_id'),
    )
    .innerJoin('identity.account as a', 'a.id', 'h.account_id')
    .select(['h.account_id', 'm.name', 'h.ends_at'])
    .where('h.trustee_id', '=', user.id)
    .where((eb) => eb.or([eb('h.ends_at', 'is', null), eb('h.ends_at', '>', sql<Date>`now()`)]))
    .where('m.disabled', '=', false)
    .where('a.disabled', '=', false)
    .orderBy(sql`m.name collate platform.by_name`)
    .limit(100)
    .execute();
  return rows.map(({ account_id, name, ends_at }) => ({
    person: { id: account_id, name },
    endsAt: ends_at?.toISOString() ?? null,
  }));
}

/** From now on every call of this session is one of the account, with its trustee beside it. A program's token has no session that could. */
export async function enterHosted(ctx: Ctx, { params }: Input<'enter'>): Promise<null> {
  const { id, name, sessionId } = ctx.user;
  const hosted = await hostedIn(ctx.platform, { spaceId: ctx.spaceId, accountId: params.personId, trusteeId: id });
  if (!hosted) throw notFound('identity.hosting.not_found');
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('identity.session')
      .set({ acting_for: hosted.accountId, acting_in: ctx.spaceId })
      .where('id', '=', sessionId)
      .where('account_id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('identity.hosting.not_found');
    await writeOperation({ ...ctx, tx }, hosted.accountId, 'trustee_entered', name);
    await writeOperation({ ...ctx, tx }, id, 'hosted_entered', hosted.name);
    await record({ ...ctx, tx }, 'identity.hosting.entered', { id: hosted.accountId });
  });
  dropSession(ctx.platform, { sessionId });
  return null;
}

/** Whoever is there in their own name stays so. */
export async function leaveHosted(ctx: Ctx): Promise<null> {
  const { id, name, sessionId, deputy } = ctx.user;
  if (!deputy) return null;
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .updateTable('identity.session')
      .set({ acting_for: null, acting_in: null })
      .where('id', '=', sessionId)
      .execute();
    await writeOperation({ ...ctx, tx }, id, 'trustee_left', deputy.name);
    await writeOperation({ ...ctx, tx }, deputy.id, 'hosted_left', name);
    await record({ ...ctx, tx, user: { id: deputy.id } }, 'identity.hosting.left', { id });
  });
  dropSession(ctx.platform, { sessionId });
  return null;
}

async function hostingOf(ctx: TxCtx): Promise<Hosting | null> {
  const row = await ctx.tx
    .selectFrom('identity.hosting')
    .selectAll()
    .where('account_id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!row) return null;
  const { trustee_id, started_at, ends_at } = row;
  const on = (ends_at === null || ends_at > new Date()) && (await isMember(ctx.tx, ctx.spaceId, trustee_id));
  return {
    trustee: { id: trustee_id, name: (await namesOf(ctx, [trustee_id])).get(trustee_id) ?? '' },
    startedAt: started_at.toISOString(),
    endsAt: ends_at?.toISOString() ?? null,
    state: on ? 'on' : 'over',
  };
}

async function requireTrustee(ctx: TxCtx, trusteeId: string, endsAt: Date | null): Promise<void> {
  const problems: FieldError[] = [];
  if (trusteeId === ctx.user.id) problems.push({ path: 'trusteeId', code: 'identity.hosting.yourself' });
  else if (!(await isMember(ctx.tx, ctx.spaceId, trusteeId)))
    problems.push({ path: 'trusteeId', code: 'identity.hosting.nobody' });
  if (endsAt !== null && endsAt <= new Date()) problems.push({ path: 'endsAt', code: 'identity.hosting.ended' });
  if (problems.length > 0) throw invalid('identity.hosting.wrong', problems);
}

/** Takes the trust back and puts open sessions of the trustee into their own name: a trust given again later does not take them in again. Answers who had it. */
async function endHosting({
  tx,
  spaceId,
  user,
}: {
  tx: ControlTx;
  spaceId: string;
  user: { id: string };
}): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('identity.hosting')
    .where('account_id', '=', user.id)
    .returning('trustee_id')
    .executeTakeFirst();
  await tx
    .updateTable('identity.session')
    .set({ acting_for: null, acting_in: null })
    .where('acting_for', '=', user.id)
    .where('acting_in', '=', spaceId)
    .execute();
  return row?.trustee_id;
}

/** After the commit: sessions of the trustees are read anew on every process, and open pages look again. */
function tell({ platform, spaceId, user }: Ctx, trustees: (string | undefined)[]): void {
  const known = trustees.filter((id) => id !== undefined);
  for (const accountId of known) dropSession(platform, { accountId });
  platform.realtime.publish(spaceId, { to: { users: [user.id, ...known] }, message: { type: 'identity.hosting' } });
}
