import { mostUsersListed, type UserState } from '@formwork/contract/operations/users.ts';
import type { Role } from '@formwork/contract/roles.ts';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import type { ControlTables, ControlTx } from '../../../platform/db/db.ts';
import { masked } from '../sign-in/codes.ts';
import { waitingAccounts } from '../sign-in/wrong-entries.ts';

export interface FoundAccount {
  id: string;
  login: string;
  name: string;
  phone: string | null;
  email: string | null;
  home: { id: string; name: string };
  role: Role | null;
  spaces: number;
  state: UserState;
  secondsLeft: number | null;
  twoStep: boolean;
  sessions: number;
  lastSeenAt: Date | null;
  createdAt: Date;
}

export interface AccountFilter {
  search?: string | undefined;
  state?: UserState | undefined;
  /** Members of this space. */
  space?: string | undefined;
  id?: string | undefined;
  /** At home in customers of this service-provider administrator alone. */
  provider?: string | undefined;
}

/** Row security lets the work read memberships of every space. Everything in it names the space it means. */
export async function acrossSpaces<T>(tx: ControlTx, work: () => Promise<T>): Promise<T> {
  await sql`set local app.every_space = 'on'`.execute(tx);
  const result = await work();
  await sql`set local app.every_space = 'off'`.execute(tx);
  return result;
}

/** Accounts that fit, newest first; no more than the first 600 are looked at. */
export function findAccounts(
  { tx, platform: { config } }: Pick<TxCtx, 'tx' | 'platform'>,
  filter: AccountFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: FoundAccount[]; total: number; more: boolean }> {
  return acrossSpaces(tx, async () => {
    const waits = await waitingAccounts({ control: tx, config });
    const found = tx
      .selectFrom('identity.account as a')
      .innerJoin('identity.space as h', 'h.id', 'a.home_space')
      .where(fits(filter, [...waits.keys()]));
    const { count } = await tx
      .selectFrom(
        found
          .select('a.id')
          .limit(mostUsersListed + 1)
          .as('first'),
      )
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    const rows = await found
      .leftJoin('identity.membership as m', (on) =>
        on.onRef('m.account_id', '=', 'a.id').onRef('m.space_id', '=', 'a.home_space'),
      )
      .select([
        'a.id',
        'a.login',
        'a.phone',
        'a.email',
        'a.disabled',
        'a.merged_into',
        'a.two_step',
        'a.created_at',
        'h.id as homeId',
        'h.name as homeName',
        'm.name',
        'm.role',
      ])
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id')
      .offset(page.offset)
      .limit(Math.min(page.limit, mostUsersListed - page.offset))
      .execute();
    const ids = rows.map(({ id }) => id);
    const [spaces, sessions] = [await spacesOf(tx, ids), await sessionsOf(tx, ids)];
    return {
      total: Math.min(count, mostUsersListed),
      more: count > mostUsersListed,
      rows: rows.map((row) => ({
        id: row.id,
        login: row.login,
        name: row.name ?? row.login,
        phone: row.phone && masked(row.phone),
        email: row.email && masked(row.email),
        home: { id: row.homeId, name: row.homeName },
        role: row.role,
        spaces: spaces.get(row.id) ?? 0,
        state:
          row.merged_into !== null ? 'merged' : row.disabled ? 'disabled' : waits.has(row.id) ? 'waiting' : 'active',
        secondsLeft: waits.get(row.id) ?? null,
        twoStep: row.two_step !== null,
        sessions: sessions.get(row.id)?.count ?? 0,
        lastSeenAt: sessions.get(row.id)?.last ?? null,
        createdAt: row.created_at,
      })),
    };
  });
}

export interface FoundMembership {
  space: { id: string; name: string };
  name: string;
  role: Role;
  disabled: boolean;
}

/** Where an account belongs; of a service provider's customers alone when one is named. */
export async function membershipsOf(tx: ControlTx, accountId: string, provider?: string): Promise<FoundMembership[]> {
  const rows = await acrossSpaces(tx, () => {
    const found = tx
      .selectFrom('identity.membership as m')
      .innerJoin('identity.space as s', 's.id', 'm.space_id')
      .select(['s.id', 's.name as spaceName', 'm.name', 'm.role', 'm.disabled'])
      .where('m.account_id', '=', accountId)
      .orderBy('s.name');
    return (provider === undefined ? found : found.where('s.provider', '=', provider)).execute();
  });
  return rows.map(({ id, spaceName, ...rest }) => ({ space: { id, name: spaceName }, ...rest }));
}

type Joined = ControlTables & { a: ControlTables['identity.account']; h: ControlTables['identity.space'] };

function fits({ search, state, space, id, provider }: AccountFilter, waiting: string[]) {
  return (eb: ExpressionBuilder<Joined, 'a' | 'h'>): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = [eb.val(true) as never];
    if (id) all.push(eb('a.id', '=', id));
    if (provider) all.push(eb('h.provider', '=', provider));
    if (space)
      all.push(
        eb.exists(
          eb
            .selectFrom('identity.membership as n')
            .select('n.name')
            .whereRef('n.account_id', '=', 'a.id')
            .where('n.space_id', '=', space),
        ),
      );
    if (state === 'merged') all.push(eb('a.merged_into', 'is not', null));
    if (state === 'disabled') all.push(eb('a.disabled', '=', true), eb('a.merged_into', 'is', null));
    if (state === 'active') all.push(eb('a.disabled', '=', false));
    if (state === 'waiting')
      all.push(eb('a.disabled', '=', false), eb(sql<string>`a.id::text`, '=', sql<string>`any(${waiting}::text[])`));
    if (search) {
      const part = `%${search.toLowerCase().replace(/[%_\\]/g, String.raw`\$&`)}%`;
      all.push(
        eb.or([
          eb(sql`lower(a.login)`, 'like', part),
          eb('a.phone', 'like', part),
          eb(sql`lower(a.email)`, 'like', part),
          eb.exists(
            eb
              .selectFrom('identity.membership as n')
              .select('n.name')
              .whereRef('n.account_id', '=', 'a.id')
              .where(sql`lower(n.name)`, 'like', part),
          ),
        ]),
      );
    }
    return eb.and(all);
  };
}

async function spacesOf(tx: ControlTx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('identity.membership')
    .select(['account_id', sql<number>`count(*)::int`.as('count')])
    .where('account_id', 'in', ids)
    .where('disabled', '=', false)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.count]));
}

async function sessionsOf(tx: ControlTx, ids: string[]): Promise<Map<string, { count: number; last: Date }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('identity.session')
    .select(['account_id', sql<number>`count(*)::int`.as('count'), sql<Date>`max(last_seen_at)`.as('last')])
    .where('account_id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, count, last }) => [account_id, { count, last }]));
}
