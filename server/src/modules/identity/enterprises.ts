import type { CustomerState, customerFilters, Edition } from '@formwork/contract/operations/customers.ts';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { ControlTables, ControlTx } from '../../platform/db/db.ts';
import type { PeriodicTask } from '../../platform/jobs/jobs.ts';
import { closureOf, endSessionsOfSpaces, type Openness } from './account/closure.ts';
import { dropSession } from './sign-in/session-cache.ts';

export interface Enterprise extends Openness {
  id: string;
  name: string;
  credit_code: string | null;
  edition: Edition;
  suspended_because: string;
  provider: string | null;
  created_at: Date;
}

export interface EnterpriseFilter {
  search?: string | undefined;
  state?: (typeof customerFilters)[number] | undefined;
  edition?: Edition | undefined;
  /** Customers of this service-provider administrator alone. */
  provider?: string | undefined;
}

const columns = [
  'id',
  'name',
  'credit_code',
  'edition',
  'expires_at',
  'suspended_at',
  'suspended_because',
  'provider',
  'created_at',
] as const;
const soonDays = 30;

type Where = (eb: ExpressionBuilder<ControlTables, 'identity.space'>) => Expression<SqlBool>;

const stateIs: Record<(typeof customerFilters)[number], Where> = {
  suspended: (eb) => eb('suspended_at', 'is not', null),
  expired: (eb) => eb.and([eb('suspended_at', 'is', null), eb('expires_at', '<=', sql<Date>`now()`)]),
  active: (eb) =>
    eb.and([
      eb('suspended_at', 'is', null),
      eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]),
    ]),
  expiring: (eb) =>
    eb.and([
      eb('suspended_at', 'is', null),
      eb('expires_at', '>', sql<Date>`now()`),
      eb('expires_at', '<', sql<Date>`now() + make_interval(days => ${soonDays})`),
    ]),
};

/** Enterprises that fit, newest first; the operator's own space is none. */
export async function findEnterprises(
  tx: ControlTx,
  filter: EnterpriseFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: Enterprise[]; total: number }> {
  const { search, state, edition, provider } = filter;
  let found = tx.selectFrom('identity.space').where('is_operator', '=', false);
  if (search) {
    const part = `%${search.replace(/[%_\\]/g, String.raw`\$&`)}%`;
    found = found.where((eb) =>
      eb.or([eb('name', 'ilike', part), eb('credit_code', 'ilike', part), eb('id', '=', search)]),
    );
  }
  if (state) found = found.where(stateIs[state]);
  if (edition) found = found.where('edition', '=', edition);
  if (provider) found = found.where('provider', '=', provider);
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return { rows, total };
}

/** Locked until the transaction ends; undefined for the operator's space and for another provider's customer. */
export function lockEnterprise(
  tx: ControlTx,
  id: string,
  provider: string | undefined,
): Promise<Enterprise | undefined> {
  let one = tx.selectFrom('identity.space').select(columns).where('id', '=', id).where('is_operator', '=', false);
  if (provider) one = one.where('provider', '=', provider);
  return one.forUpdate().executeTakeFirst();
}

export interface EnterpriseChanges {
  name?: string;
  credit_code?: string | null;
  edition?: Edition;
  expires_at?: Date | null;
  provider?: string | null;
  suspended_at?: Date | null;
  suspended_because?: string;
}

/** Where it is shut by the change, sessions of its people end. The caller drops sessions from memory after the commit. */
export async function changeEnterprise(tx: ControlTx, id: string, changes: EnterpriseChanges): Promise<Enterprise> {
  const after = await tx
    .updateTable('identity.space')
    .set({ ...changes, id })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  if (closureOf(after)) await endSessionsOfSpaces(tx, [id]);
  return after;
}

export function stateOf(space: Openness): CustomerState {
  const closure = closureOf(space);
  return closure === undefined ? 'active' : closure === 'identity.space.suspended' ? 'suspended' : 'expired';
}

/** How many work in the space of the transaction. */
export async function countPeople(tx: ControlTx, spaceId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('identity.membership')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('space_id', '=', spaceId)
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

/** Calls are refused from the moment on; this ends what is open, a minute later at most. Twice as long is looked back, should one run be late. */
export const endExpired: PeriodicTask = {
  name: 'identity.end_expired',
  cron: '* * * * *',
  async run(platform) {
    const rows = await platform.control
      .selectFrom('identity.space')
      .select('id')
      .where('expires_at', '<=', sql<Date>`now()`)
      .where('expires_at', '>', sql<Date>`now() - interval '10 minutes'`)
      .execute();
    await endSessionsOfSpaces(
      platform.control,
      rows.map(({ id }) => id),
    );
    for (const { id } of rows) dropSession(platform, { spaceId: id });
  },
};
