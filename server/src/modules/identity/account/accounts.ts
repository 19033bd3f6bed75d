import type { Role } from '@formwork/contract/roles.ts';
import { PasswordRules } from '@formwork/contract/identity/policy.ts';
import { passwordGrade } from '@formwork/contract/password-grade.ts';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { TxCtx, VisitorCtx } from '../../../platform/context.ts';
import type { ControlTables, ControlTx } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';

export interface NewAccount {
  login: string;
  name: string;
  role: Role;
  password: string;
  /** The person chose the password: nobody else knows it. */
  ownPassword?: boolean;
}

/** What signing in and changing its security need of an account. */
export interface Account {
  id: string;
  login: string;
  home_space: string;
  disabled: boolean;
  password_hash: string;
  password_set_at: Date;
  password_given: boolean;
  password_once: boolean;
  phone: string | null;
  email: string | null;
  two_step: 'totp' | 'sms' | null;
}

/** An account whose home is the space of the transaction, and its membership there. A taken login is refused by the database. */
export async function createAccount(ctx: TxCtx, input: NewAccount): Promise<string> {
  requireGoodPassword(input.password, 'password', PasswordRules.parse({}), [input.login]);
  const id = await insertAccount(ctx.tx, ctx.spaceId, input, {
    given: !input.ownPassword,
    once: !input.ownPassword && isOfficer(input.role),
  });
  await record(ctx, 'identity.account.created', { id, login: input.login, role: input.role });
  return id;
}

/** Reviewers and auditors, over whom nobody may have power: a password that somebody gave them is good for one sign-in. */
export function isOfficer(role: Role): boolean {
  return role === 'safe' || role === 'audit';
}

/** Without rules for passwords and without an event: for the accounts a new space begins with. */
export async function insertAccount(
  tx: ControlTx,
  spaceId: string,
  { login, name, role, password }: NewAccount,
  { given = false, once = false } = {},
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('identity.account')
    .values({
      id,
      login,
      password_hash: await hashPassword(password),
      password_grade: passwordGrade(password),
      password_given: given,
      password_once: once,
      home_space: spaceId,
    })
    .execute();
  await tx.insertInto('identity.membership').values({ space_id: spaceId, account_id: id, role, name }).execute();
  return id;
}

/** By phone or email where the name looks like one, otherwise or when nobody has bound it by login. */
export async function findAccount(ctx: Pick<VisitorCtx, 'platform'>, name: string): Promise<Account | undefined> {
  const plain = name.trim();
  const byLogin = () => find(ctx, (eb) => eb(sql`lower(login)`, '=', plain.toLowerCase()));
  if (plain.includes('@')) return (await findByEmail(ctx, plain)) ?? byLogin();
  if (/^\+?\d{5,20}$/.test(plain)) return (await findByPhone(ctx, plain)) ?? byLogin();
  return byLogin();
}

export function findByPhone(ctx: Pick<VisitorCtx, 'platform'>, phone: string): Promise<Account | undefined> {
  return find(ctx, (eb) => eb('phone', '=', phone));
}

export function findByEmail(ctx: Pick<VisitorCtx, 'platform'>, email: string): Promise<Account | undefined> {
  return find(ctx, (eb) => eb(sql`lower(email)`, '=', email.toLowerCase()));
}

export function accountById(ctx: Pick<VisitorCtx, 'platform'>, id: string): Promise<Account | undefined> {
  return find(ctx, (eb) => eb('id', '=', id));
}

/** Where mails for these people go; who has bound no mailbox is not among them. */
export async function mailboxesOf(
  { control }: Pick<VisitorCtx['platform'], 'control'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await control
    .selectFrom('identity.account')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .where('email', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email]])));
}

/** Bound phones of those who have one. */
export async function phonesOf(
  { control }: Pick<VisitorCtx['platform'], 'control'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await control
    .selectFrom('identity.account')
    .select(['id', 'phone'])
    .where('id', 'in', [...ids])
    .where('phone', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, phone }) => (phone === null ? [] : [[id, phone]])));
}

function find(
  { platform }: Pick<VisitorCtx, 'platform'>,
  which: (eb: ExpressionBuilder<ControlTables, 'identity.account'>) => Expression<SqlBool>,
): Promise<Account | undefined> {
  return platform.control
    .selectFrom('identity.account')
    .select([
      'id',
      'login',
      'home_space',
      'disabled',
      'password_hash',
      'password_set_at',
      'password_given',
      'password_once',
      'phone',
      'email',
      'two_step',
    ])
    .where(which)
    .executeTakeFirst();
}
