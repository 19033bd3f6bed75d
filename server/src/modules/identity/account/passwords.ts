import { hash, verify } from '@node-rs/argon2';
import type { FieldError } from '@formwork/contract/errors.ts';
import type { PasswordRules } from '@formwork/contract/identity/policy.ts';
import { characterKinds, passwordGrade } from '@formwork/contract/password-grade.ts';
import { sql } from 'kysely';
import { networkOf } from '../../../platform/http/addresses.ts';
import type { VisitorCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashing } from '../sign-in/hash-queue.ts';
import { endOpenSignIns } from '../sign-in/open-sign-ins.ts';

// Argon2id with the first recommended parameters of OWASP's password storage guide: 19 MiB, 2 passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const grades = ['low', 'medium', 'high'] as const;
const mostHistory = 24;

export function hashPassword(password: string): Promise<string> {
  return hashing.runNow(() => hash(password, cost));
}

let decoy: Promise<string> | undefined;

/** Looks at a password when it is the turn of its address. */
export function passwordFits(
  ctx: Pick<VisitorCtx, 'platform' | 'ip'>,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  return inTurn(ctx, () => passwordFitsNow(ctx, passwordHash, password));
}

/** What ends in a hash, from its beginning: of a flood nothing reaches the database before its turn. */
export function inTurn<T>({ ip }: Pick<VisitorCtx, 'ip'>, work: () => Promise<T>): Promise<T> {
  return hashing.run(networkOf(ip), work);
}

/** Costs the same for an account that is not there, which has no hash. The metric lets a test see it. */
export async function passwordFitsNow(
  { platform }: Pick<VisitorCtx, 'platform'>,
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  platform.metrics.passwordChecks.inc();
  const fits = await verify(passwordHash ?? (await decoy), password);
  return fits && passwordHash !== undefined;
}

/** Throws what is wrong with a new password; `path` is the field of the form, `names` what it may not be made of. */
export function requireGoodPassword(
  password: string,
  path: string,
  rules: PasswordRules,
  names: (string | null)[],
): void {
  const refuse = (code: FieldError['code'], data: Record<string, unknown> = {}) =>
    invalid(code as 'identity.password.too_weak', [{ path, code, data }]);
  const grade = passwordGrade(password);
  if (password.length < rules.minLength) throw refuse('identity.password.too_short', { min: rules.minLength });
  if (characterKinds(password) < rules.kinds) throw refuse('identity.password.too_few_kinds', { kinds: rules.kinds });
  if (grade === 'low' && new Set(password).size < 4) throw refuse('identity.password.too_weak');
  if (grades.indexOf(grade) < grades.indexOf(rules.grade))
    throw refuse(`identity.password.grade_too_low`, { grade: rules.grade });
  if (isCommonPassword(password)) throw refuse('identity.password.common');
  const plain = password.toLowerCase();
  if (names.some((name) => name !== null && name.length >= 3 && plain.includes(name.toLowerCase())))
    throw refuse('identity.password.names_you');
}

/** The current password and as many former ones as the policy says may not come back. */
export async function requireNewPassword(
  ctx: Pick<VisitorCtx, 'platform' | 'ip'>,
  account: { id: string; password_hash: string },
  password: string,
  path: string,
  rules: PasswordRules,
): Promise<void> {
  if (await passwordFits(ctx, account.password_hash, password))
    throw invalid('identity.password.same_as_old', [{ path, code: 'identity.password.same_as_old' }]);
  if (rules.history === 0) return;
  const former = await ctx.platform.control
    .selectFrom('identity.former_password')
    .select('password_hash')
    .where('account_id', '=', account.id)
    .orderBy('replaced_at', 'desc')
    .limit(rules.history)
    .execute();
  for (const { password_hash } of former) {
    if (await passwordFits(ctx, password_hash, password))
      throw invalid('identity.password.used_before', [
        { path, code: 'identity.password.used_before', data: { count: rules.history } },
      ]);
  }
}

/** Replaces the password and keeps the former one's hash, should the policy ask for it one day. Sign-ins with the former one do not go on. */
export async function writePassword(
  tx: ControlTx,
  accountId: string,
  password: string,
  { given, once = false }: { given: boolean; once?: boolean },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await sql`insert into identity.former_password (account_id, password_hash) select id, password_hash from identity.account where id = ${accountId} on conflict do nothing`.execute(
    tx,
  );
  await sql`delete from identity.former_password where account_id = ${accountId} and replaced_at not in
    (select replaced_at from identity.former_password where account_id = ${accountId} order by replaced_at desc limit ${mostHistory})`.execute(
    tx,
  );
  await tx
    .updateTable('identity.account')
    .set({
      password_hash: passwordHash,
      password_grade: passwordGrade(password),
      password_given: given,
      password_once: once,
      password_set_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .execute();
  await endOpenSignIns(tx, accountId);
}
