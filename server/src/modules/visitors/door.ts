import { hash, randomBytes } from 'node:crypto';
import { linkMostDays, linkPasswordLength } from '@formwork/contract/records/link.ts';
import { networkOf } from '../../platform/http/addresses.ts';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { invalid, notFound, refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { forgetFailures, takeTry } from '../../platform/http/rate-limit.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../platform/secrets.ts';
import { hashPassword, openSpaceName, passwordFits } from '../identity/public.ts';
import { directoryOf } from '../organization/public.ts';

/** What links for visitors have in common, whatever they show: tokens, terms, passwords, tickets and the person who made them. */

/** Whoever opens links from one address in a hurry waits; guessing a token is hopeless anyway. */
const openings = { name: 'records.link.open', most: 60, seconds: 60 };
/** Passwords may be guessed: a visitor waits after five, and everybody after thirty from wherever. */
const guessesOfOne = { name: 'records.link.guess', most: 5, seconds: 900 };
const guessesOfAll = { name: 'records.link.guesses', most: 30, seconds: 3600 };
const ticketMs = 30 * 60_000;
const dayMs = 86_400_000;

/** What every row of a link says. */
export interface Door {
  id: string;
  token_hash: Buffer;
  password_hash: string | null;
  created_by: string;
}

/** What is kept of a link beside its secrets, in this order. */
export const linkColumns =
  'id, password_hash is not null as has_password, expires_at, created_by, created_at, revoked_at, opened, last_opened_at, most';
export interface KeptLink {
  id: string;
  has_password: boolean;
  expires_at: Date;
  created_by: string;
  created_at: Date;
  revoked_at: Date | null;
  opened: number;
  last_opened_at: Date | null;
  /** It ends after so many visits. */
  most: number | null;
}

/** What its makers are told of any link. */
export function linkFacts(row: KeptLink) {
  return {
    id: row.id,
    password: row.has_password,
    expiresAt: row.expires_at.toISOString(),
    at: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    opened: row.opened,
    lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
    most: row.most,
  };
}

/** A new link, when its terms are right: the token is told once, what is kept opens nothing. */
export async function newLink(spaceId: string, terms: { expiresAt: string; password: string | null }, mark = '') {
  requireTerms(terms);
  const token = newToken(spaceId, mark);
  return {
    id: newId(),
    token,
    tokenHash: tokenParts(token, mark)?.tokenHash,
    passwordHash: terms.password === null ? null : await hashPassword(terms.password),
  };
}

/** `mark` tells links of different things apart. The token names its space, which is no secret, before 256 random bits, which are. */
function newToken(spaceId: string, mark = ''): string {
  return `${spaceId}-${mark}${randomBytes(32).toString('base64url')}`;
}

function tokenParts(token: string, mark = ''): { spaceId: string; tokenHash: Buffer } | undefined {
  const [, spaceId, rest = ''] = /^([a-z0-9]{1,40})-(.+)$/.exec(token) ?? [];
  const secret = rest.startsWith(mark) ? rest.slice(mark.length) : '';
  return spaceId !== undefined && /^[\w-]{43}$/.test(secret)
    ? { spaceId, tokenHash: hash('sha256', secret, 'buffer') }
    : undefined;
}

/** The space of a token; ended, expired, never made, its enterprise shut: all look the same. */
export async function spaceOfToken(
  { platform }: VisitorCtx,
  token: string,
  mark = '',
): Promise<{ spaceId: string; space: string; tokenHash: Buffer }> {
  const parts = tokenParts(token, mark);
  const space = parts && (await openSpaceName(platform, parts.spaceId));
  if (!parts || space === undefined) throw notFound('records.link.gone');
  return { ...parts, space };
}

function requireTerms({ expiresAt, password }: { expiresAt: string; password: string | null }): void {
  const ahead = Date.parse(expiresAt) - Date.now();
  if (ahead <= 0 || ahead > (linkMostDays + 1) * dayMs)
    throw invalid(
      'records.link.bad_expiry',
      [{ path: 'body.expiresAt', code: 'records.link.bad_expiry', data: { days: linkMostDays } }],
      { days: linkMostDays },
    );
  if (password !== null && password.length < linkPasswordLength)
    throw invalid(
      'records.link.short_password',
      [{ path: 'body.password', code: 'records.link.short_password', data: { min: linkPasswordLength } }],
      { min: linkPasswordLength },
    );
}

export function takeOpening({ platform, ip }: VisitorCtx): Promise<void> {
  return takeTry(platform, openings, networkOf(ip));
}

/** False where a password is asked for and none was given; a wrong one is refused. */
export async function passes(ctx: VisitorCtx, door: Door, password: string | undefined): Promise<boolean> {
  if (door.password_hash === null) return true;
  if (password === undefined) return false;
  const { platform } = ctx;
  const guesser = `${door.id} ${networkOf(ctx.ip)}`;
  // counted before it is looked at: many guesses at once are many all the same
  await takeTry(platform, guessesOfOne, guesser);
  await takeTry(platform, guessesOfAll, door.id);
  if (!(await passwordFits(ctx, door.password_hash, password))) throw refuse('records.link.wrong_password');
  await forgetFailures(platform, guessesOfOne, guesser);
  await forgetFailures(platform, guessesOfAll, door.id);
  return true;
}

/** Shown with the next calls in place of the password. */
export function newTicket(visitor: VisitorCtx, door: Door): string {
  const until = Date.now() + ticketMs;
  const { place, text } = signedTicket(door, until);
  return `${until}.${keyedHash(visitor.platform.config, place, text)}`;
}

export function requireTicket(visitor: VisitorCtx, door: Door, ticket: string): void {
  if (!ticketFits(visitor, door, ticket)) throw refuse('records.link.opened_long_ago');
}

/** Whether the link was opened with it less than half an hour ago: then it is the same visit, and asks for no password. */
export function ticketFits(visitor: VisitorCtx, door: Door, ticket: string | undefined): boolean {
  if (ticket === undefined) return false;
  const [until = '', signature = ''] = ticket.split('.');
  const { place, text } = signedTicket(door, Number(until));
  return isOneOf(signature, keyedHashes(visitor.platform.config, place, text)) && Number(until) >= Date.now();
}

/** A call of whoever made the link: it shows what they see. */
export async function makerOf(
  visitor: VisitorCtx,
  spaceId: string,
  { created_by }: Pick<Door, 'created_by'>,
): Promise<Ctx> {
  const person = (await directoryOf(visitor.platform, spaceId)).people.get(created_by);
  if (!person || person.disabled) throw notFound('records.link.gone');
  return { ...visitor, spaceId, user: { ...person, homeSpaceId: spaceId, sessionId: '' } };
}

/** Nobody in the space did it: the audit trail has the visitor's address. */
export async function tellOfVisit(
  visitor: VisitorCtx,
  spaceId: string,
  type: string,
  data: Record<string, unknown>,
): Promise<void> {
  await inControl(visitor.platform.control, spaceId, (tx) =>
    record({ platform: visitor.platform, spaceId, requestId: visitor.requestId, ip: visitor.ip, tx }, type, data),
  );
}

function signedTicket(door: Door, until: number): { place: string; text: string } {
  return { place: `records.link:${door.id}`, text: `${until} ${door.token_hash.toString('hex')}` };
}
