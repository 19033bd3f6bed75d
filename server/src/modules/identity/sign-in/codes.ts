import { randomInt } from 'node:crypto';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { sql } from 'kysely';
import { networkOf } from '../../../platform/http/addresses.ts';
import type { VisitorCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { sendMail, sendSms } from '../../../platform/outbox/outbox.ts';
import { takeTry, type Limit } from '../../../platform/http/rate-limit.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../../platform/secrets.ts';
import { mailAvailable, smsAvailable } from './sign-in-ways.ts';

/** What a code proves: sent for one purpose it is no good for another. */
export type CodePurpose = 'sign_in' | 'second_step' | 'bind_phone' | 'bind_email' | 'join' | 'workflow';

const minutes = 5;
const mostWrong = 5;
const secondsBetween = 60;
const soon: Limit = { name: 'identity.code.soon', most: 1, seconds: secondsBetween };
const often: Limit = { name: 'identity.code.often', most: 8, seconds: 3_600 };
const fromAddress: Limit = { name: 'identity.code.address', most: 60, seconds: 3_600 };

export interface CodeRequest {
  purpose: CodePurpose;
  /** Whose code it is, where the target does not say it yet. */
  holder?: string;
  /** A phone, or a mailbox when it has an @. */
  target: string;
  /** The space whose outbox carries it; undefined sends nothing, at the same cost, for a target which nobody has bound. */
  spaceId: string | undefined;
}

/** Writes a code of six digits into the outbox; the one before it no longer holds. */
export async function sendCode(ctx: VisitorCtx, request: CodeRequest): Promise<{ secondsToNext: number }> {
  const { platform } = ctx;
  const { target, spaceId } = request;
  if (!(target.includes('@') ? mailAvailable(platform) : smsAvailable(platform)))
    throw conflict(target.includes('@') ? 'identity.code.no_mail' : 'identity.code.no_sms');
  const purpose = keyOf(request);
  await takeTry(platform, fromAddress, networkOf(ctx.ip));
  await takeTry(platform, soon, `${purpose} ${target}`);
  await takeTry(platform, often, target);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const row = {
    code_hash: keyedHash(platform.config, hashedAt, hashedText(purpose, target, code)),
    wrong: 0,
    expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  };
  await platform.control
    .insertInto('identity.code')
    .values({ purpose, target, ...row })
    .onConflict((on) => on.columns(['purpose', 'target']).doUpdateSet(row))
    .execute();
  if (spaceId !== undefined) {
    const text = texts[ctx.locale];
    await inControl(platform.control, spaceId, (tx) => {
      const sender = { platform, spaceId, tx, requestId: ctx.requestId, ip: ctx.ip, user: ctx.user };
      return target.includes('@')
        ? sendMail(sender, { to: target, subject: text.subject, text: text.body(code) })
        : sendSms(sender, { phone: target, text: text.body(code) });
    });
  }
  return { secondsToNext: secondsBetween };
}

/** Whether it is the code which was sent last. It holds once; after five wrong ones it no longer holds. */
export async function codeFits(
  ctx: VisitorCtx,
  request: Pick<CodeRequest, 'purpose' | 'holder' | 'target'>,
  code: string,
): Promise<boolean> {
  const { control } = ctx.platform;
  const { target } = request;
  const purpose = keyOf(request);
  // counted before it is compared: of many guesses at once no more than five are looked at
  const row = await control
    .updateTable('identity.code')
    .set({ wrong: sql<number>`wrong + 1` })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('wrong', '<', mostWrong)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst();
  const given = keyedHashes(ctx.platform.config, hashedAt, hashedText(purpose, target, code));
  if (!row || !isOneOf(row.code_hash, given)) return false;
  const used = await control
    .deleteFrom('identity.code')
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('code_hash', '=', row.code_hash)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

export function wrongCode() {
  return invalid('identity.code.wrong', [{ path: 'code', code: 'identity.code.wrong' }]);
}

/** A phone or mailbox with its middle hidden. */
export function masked(target: string): string {
  const [name, host] = target.split('@') as [string, string | undefined];
  if (host !== undefined) return `${name.slice(0, 2)}***@${host}`;
  return `${name.slice(0, Math.max(0, name.length - 8))}****${name.slice(-4)}`;
}

function keyOf({ purpose, holder }: Pick<CodeRequest, 'purpose' | 'holder'>): string {
  return holder === undefined ? purpose : `${purpose} ${holder}`;
}

const hashedAt = 'identity.code';

function hashedText(purpose: string, target: string, code: string): string {
  return `${purpose}\n${target}\n${code}`;
}

const texts: Record<Locale, { subject: string; body: (code: string) => string }> = {
  'zh-CN': {
    subject: '验证码',
    body: (code) => `您的验证码是 ${code}，${minutes} 分钟内有效。请勿告诉他人；如非本人操作，请忽略。`,
  },
  en: {
    subject: 'Verification code',
    body: (code) =>
      `Your verification code is ${code}. It is valid for ${minutes} minutes. Tell it to nobody; if you did not ask for it, ignore this message.`,
  },
};
