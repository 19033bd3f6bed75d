import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { VisitorCtx } from '../../../platform/context.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { keyedHash, keyedHashes, keyIdOf } from '../../../platform/secrets.ts';

const howMany = 10;
// no letters that are taken for digits
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten codes for the day the phone is lost; those before them no longer hold. Shown once: the database has keyed hashes of their 119 bits. */
export async function makeRecoveryCodes(ctx: VisitorCtx, tx: ControlTx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await tx.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
  await tx
    .insertInto('identity.recovery_code')
    .values(
      codes.map((code) => ({
        account_id: accountId,
        code_hash: keyedHash(ctx.platform.config, hashedAt, hashedText(accountId, code)),
        key_id: keyIdOf(ctx.platform.config.secret),
      })),
    )
    .execute();
  return codes;
}

/** Each is good once. */
export async function useRecoveryCode(ctx: VisitorCtx, accountId: string, code: string): Promise<boolean> {
  const used = await ctx.platform.control
    .updateTable('identity.recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', 'in', keyedHashes(ctx.platform.config, hashedAt, hashedText(accountId, code)))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

function newCode(): string {
  let code = '';
  // 248 is the last multiple of 31 below 256: beyond it some letters would come more often
  while (code.length < 24)
    code += [...randomBytes(32)]
      .filter((byte) => byte < 248)
      .map((byte) => alphabet[byte % alphabet.length])
      .join('');
  return code.slice(0, 24).replace(/.{6}(?=.)/g, '$&-');
}

const hashedAt = 'identity.recovery_code';

function hashedText(accountId: string, code: string): string {
  return `${accountId}\n${code.toLowerCase().replace(/[^a-z\d]/g, '')}`;
}
