import { hash, verify } from '@node-rs/argon2';
import { passwordMinLength } from '@formwork/contract/identity/api.ts';
import { passwordGrade } from '@formwork/contract/password-grade.ts';
import { invalid } from '../../platform/errors.ts';

// Argon2id with the first recommended parameters of OWASP's password storage guide: 19 MiB, 2 passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

let decoy: Promise<string> | undefined;

/** Spends the time of a check, so that an unknown login takes as long to refuse as a known one. */
export async function pretendToCheck(password: string): Promise<void> {
  decoy ??= hashPassword('nobody has this password');
  await verify(await decoy, password);
}

/** Throws what is wrong with a new password; `path` is the field of the form. */
export function requireGoodPassword(password: string, path: string): void {
  if (password.length < passwordMinLength) throw invalid('identity.password.too_short', [{ path, code: 'identity.password.too_short', data: { min: passwordMinLength } }]);
  if (passwordGrade(password) === 'low' && new Set(password).size < 4) throw invalid('identity.password.too_weak', [{ path, code: 'identity.password.too_weak' }]);
}
