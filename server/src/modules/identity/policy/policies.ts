import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { policyApi, SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import { isRange, isWithin, rangesOf } from '../../../platform/http/addresses.ts';
import type { Ctx, TxCtx, VisitorCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { invalid, refuse } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { policyIn } from './policy-rows.ts';
import { dropSession } from '../sign-in/session-cache.ts';

/** The policy under which an account is: its home's. */
export function policyOf(ctx: Pick<VisitorCtx, 'platform'>, homeSpace: string): Promise<SecurityPolicy> {
  return inControl(ctx.platform.control, homeSpace, (tx) => policyIn(tx, homeSpace));
}

export async function readPolicy(ctx: TxCtx) {
  const { sessionHours, lockAfter, lockMinutes } = ctx.platform.config;
  return {
    policy: await policyIn(ctx.tx, ctx.spaceId),
    ownAddress: ctx.ip,
    platformSessionHours: sessionHours,
    lock: { entries: lockAfter, minutes: lockMinutes },
  };
}

/** Holds at once on all processes. Ranges that would lock out whoever sets them are refused. */
export async function savePolicy(ctx: Ctx, { body }: InputOf<typeof policyApi.save>): Promise<SecurityPolicy> {
  requireSound(body, ctx.ip);
  const rules = JSON.stringify(body);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .insertInto('identity.policy')
      .values({ space_id: ctx.spaceId, rules })
      .onConflict((on) => on.column('space_id').doUpdateSet({ rules }))
      .execute();
    await record({ ...ctx, tx }, 'identity.policy.changed', { ...body });
  });
  dropSession(ctx.platform, { homeSpaceId: ctx.spaceId });
  return body;
}

/** What would be another rule, for whoever has to judge it; null where nothing would be. */
export async function changeOfPolicy(
  ctx: Ctx,
  { body }: InputOf<typeof policyApi.save>,
): Promise<RightsSubject | null> {
  requireSound(body, ctx.ip);
  const before = await policyOf(ctx, ctx.spaceId);
  const names = (Object.keys(body) as (keyof SecurityPolicy)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(body[name]),
  );
  const of = (policy: SecurityPolicy) => Object.fromEntries(names.map((name) => [name, policy[name]]));
  return names.length === 0 ? null : { name: '', before: of(before), after: of(body) };
}

function requireSound(body: SecurityPolicy, ip: string): void {
  const wrong = body.ipRanges.findIndex((range) => !isRange(range));
  if (wrong >= 0)
    throw invalid(
      'identity.policy.bad_range',
      [{ path: 'ipRanges', code: 'identity.policy.bad_range', data: { range: body.ipRanges[wrong] } }],
      { range: body.ipRanges[wrong] },
    );
  if (!fromAllowedAddress(body, ip))
    throw invalid(
      'identity.policy.excludes_you',
      [{ path: 'ipRanges', code: 'identity.policy.excludes_you', data: { address: ip } }],
      { address: ip },
    );
}

export function fromAllowedAddress({ ipRanges }: Pick<SecurityPolicy, 'ipRanges'>, address: string): boolean {
  return ipRanges.length === 0 || isWithin(rangesOf(ipRanges), address);
}

export function requireAllowedAddress(policy: Pick<SecurityPolicy, 'ipRanges'>, address: string): void {
  if (!fromAllowedAddress(policy, address)) throw refuse('identity.session.address_not_allowed', { address });
}
