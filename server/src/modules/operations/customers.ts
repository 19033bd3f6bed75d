import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Customer, customersApi } from '@formwork/contract/operations/customers.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import { isCreditCode } from '@formwork/contract/registered-numbers.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { newShortId } from '../../platform/ids.ts';
import {
  changeEnterprise,
  createSpaceWith,
  dropSession,
  findAccount,
  findEnterprises,
  insertAccount,
  lockEnterprise,
  membersOf,
  spaceByCreditCode,
  stateOf,
  type Enterprise,
  type EnterpriseChanges,
} from '../identity/public.ts';
import { newPassword } from '../organization/public.ts';
import { recordInAll } from './trails.ts';
import { usageOf } from './usage.ts';

type Input<Name extends keyof typeof customersApi> = InputOf<(typeof customersApi)[Name]>;
type Answer<Name extends keyof typeof customersApi> = Promise<ResponseOf<(typeof customersApi)[Name]>>;

export async function listCustomers(ctx: TxCtx, { query }: Input<'list'>): Answer<'list'> {
  const { offset, limit, ...filter } = query;
  const { rows, total } = await findEnterprises(
    ctx.tx,
    { ...filter, provider: ownCustomersOnly(ctx) },
    { offset, limit },
  );
  return { rows: await viewsOf(ctx, rows), total };
}

export async function listProviders(ctx: TxCtx): Answer<'providers'> {
  const own = ownCustomersOnly(ctx);
  return (await membersOf(ctx.tx, ctx.spaceId))
    .filter(({ id, role, disabled }) => role === 'saas' && !disabled && (own === undefined || id === own))
    .map(({ id, name }) => ({ id, name }));
}

/** A space of its own and its first administrator, whose password is good for one sign-in. */
export async function createCustomer(ctx: Ctx, { body }: Input<'create'>): Answer<'create'> {
  const {
    name,
    creditCode,
    edition,
    administrator: { login, name: personName },
  } = body;
  const provider = (await providerOf(ctx, body.providerId)) ?? null;
  await requireFreeCreditCode(ctx, creditCode);
  const expiresAt = expiryOf(body.expiresAt);
  if (await findAccount(ctx, login))
    throw invalid('identity.account.login_taken', [
      { path: 'administrator.login', code: 'identity.account.login_taken' },
    ]);
  const id = newShortId();
  const password = newPassword();
  await createSpaceWith(
    ctx.platform,
    { id, name, creditCode: creditCode || null, edition, expires_at: expiresAt, provider },
    async (tx) => {
      const personId = await insertAccount(
        tx,
        id,
        { login, name: personName, role: 'admin', password },
        { given: true, once: true },
      );
      await recordInAll({ ...ctx, tx }, [id], 'operations.customer.created', {
        id,
        name,
        creditCode,
        edition,
        expiresAt,
        administrator: personId,
        login,
      });
    },
  );
  return {
    customer: await inControl(ctx.platform.control, ctx.spaceId, async (tx) =>
      view({ ...ctx, tx }, (await lockEnterprise(tx, id, undefined))!),
    ),
    login,
    password,
  };
}

export async function updateCustomer(ctx: Ctx, { params, body }: Input<'update'>): Promise<Customer> {
  const { name, creditCode, edition } = body;
  const provider = await providerOf(ctx, body.providerId);
  return change(ctx, params.customerId, 'operations.customer.changed', async (before) => {
    if (creditCode !== undefined && creditCode !== (before.credit_code ?? ''))
      await requireFreeCreditCode(ctx, creditCode);
    return {
      ...(name !== undefined && { name }),
      ...(creditCode !== undefined && { credit_code: creditCode || null }),
      ...(edition !== undefined && { edition }),
      ...(body.expiresAt !== undefined && { expires_at: body.expiresAt === null ? null : new Date(body.expiresAt) }),
      ...(provider !== undefined && { provider }),
    };
  });
}

/** Who suspends twice says why anew; the moment stays. */
export function suspendCustomer(ctx: Ctx, { params, body }: Input<'suspend'>): Promise<Customer> {
  return change(ctx, params.customerId, 'operations.customer.suspended', (before) => ({
    suspended_at: before.suspended_at ?? new Date(),
    suspended_because: body.because,
  }));
}

export function resumeCustomer(ctx: Ctx, { params }: Input<'resume'>): Promise<Customer> {
  return change(ctx, params.customerId, 'operations.customer.resumed', () => ({
    suspended_at: null,
    suspended_because: '',
  }));
}

/** Holds at once on all processes, open sessions and sockets included. */
async function change(
  ctx: Ctx,
  id: string,
  type: string,
  work: (before: Enterprise) => EnterpriseChanges | Promise<EnterpriseChanges>,
): Promise<Customer> {
  const customer = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const before = await lockEnterprise(tx, id, ownCustomersOnly(ctx));
    if (!before) throw notFound('operations.customer.not_found');
    const changes = await work(before);
    const after = await changeEnterprise(tx, id, changes);
    const was = Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof Enterprise]]));
    await recordInAll({ ...ctx, tx }, [id], type, { id, name: after.name, before: was, after: { ...changes } });
    return view({ ...ctx, tx }, after);
  });
  dropSession(ctx.platform, { spaceId: id });
  return customer;
}

/** A service provider sees and changes the customers that are its own; the operator's staff all of them. */
export function ownCustomersOnly({ user }: Pick<Ctx, 'user'>): string | undefined {
  return user.role === 'saas' ? user.id : undefined;
}

/** A service provider's customers stay its own: only the operator hands them to somebody else. Undefined leaves it as it is. */
async function providerOf(ctx: Ctx, wanted: string | null | undefined): Promise<string | null | undefined> {
  const own = ownCustomersOnly(ctx);
  if (own !== undefined) {
    if (wanted !== undefined && wanted !== own) throw forbidden();
    return own;
  }
  if (wanted === undefined || wanted === null) return wanted;
  const [member] = await inControl(ctx.platform.control, ctx.spaceId, (tx) => membersOf(tx, ctx.spaceId, [wanted]));
  if (member?.role !== 'saas' || member.disabled)
    throw invalid('operations.provider.not_found', [{ path: 'providerId', code: 'operations.provider.not_found' }]);
  return wanted;
}

async function requireFreeCreditCode(ctx: Ctx, creditCode: string): Promise<void> {
  if (creditCode === '') return;
  if (!isCreditCode(creditCode))
    throw invalid('joining.credit_code_wrong', [{ path: 'creditCode', code: 'joining.credit_code_wrong' }]);
  if (await spaceByCreditCode(ctx.platform, creditCode))
    throw invalid('identity.space.credit_code_taken', [
      { path: 'creditCode', code: 'identity.space.credit_code_taken' },
    ]);
}

/** A new customer begins with time left. */
function expiryOf(text: string | null): Date | null {
  if (text === null) return null;
  const at = new Date(text);
  if (at.getTime() <= Date.now())
    throw invalid('operations.customer.expires_in_past', [
      { path: 'expiresAt', code: 'operations.customer.expires_in_past' },
    ]);
  return at;
}

async function view(ctx: TxCtx, enterprise: Enterprise): Promise<Customer> {
  const [customer] = await viewsOf(ctx, [enterprise]);
  return customer!;
}

async function viewsOf(ctx: TxCtx, enterprises: readonly Enterprise[]): Promise<Customer[]> {
  const usage = await usageOf(
    ctx,
    enterprises.map(({ id }) => id),
  );
  const providers = [...new Set(enterprises.flatMap(({ provider }) => provider ?? []))];
  const names = new Map(
    providers.length === 0 ? [] : (await membersOf(ctx.tx, ctx.spaceId, providers)).map(({ id, name }) => [id, name]),
  );
  const can = {
    edit: holds(ctx.user, 'operations.customer.edit'),
    suspend: holds(ctx.user, 'operations.customer.suspend'),
    assign: ownCustomersOnly(ctx) === undefined,
  };
  return enterprises.map((one) => ({
    id: one.id,
    name: one.name,
    creditCode: one.credit_code ?? '',
    edition: one.edition,
    state: stateOf(one),
    createdAt: one.created_at.toISOString(),
    expiresAt: one.expires_at?.toISOString() ?? null,
    suspendedAt: one.suspended_at?.toISOString() ?? null,
    suspendedBecause: one.suspended_because,
    provider: one.provider === null ? null : { id: one.provider, name: names.get(one.provider) ?? '' },
    usage: usage.get(one.id)!,
    can,
  }));
}
