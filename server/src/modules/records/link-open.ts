import { timingSafeEqual } from 'node:crypto';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue, type FileValue } from '@formwork/contract/forms/values/value.ts';
import type { linkApi, SharedRecord } from '@formwork/contract/records/link.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { AppError, notFound, refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { forgetFailures, takeTry } from '../../platform/rate-limit.ts';
import { keyedHash } from '../../platform/secrets.ts';
import { spaceQuery, spaceSchema } from '../../platform/space-data.ts';
import { readableFile, sendFile } from '../files/public.ts';
import { openSpaceName, passwordFits } from '../identity/public.ts';
import { directoryOf, type Directory } from '../organization/public.ts';
import { visibleRow } from './get.ts';
import { tokenParts } from './links.ts';
import type { Mask } from './mask.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from './plan.ts';

/** Whoever opens links from one address in a hurry waits; guessing a token is hopeless anyway. */
const openings = { name: 'records.link.open', most: 60, seconds: 60 };
/** Passwords may be guessed: a visitor waits after five, and everybody after thirty from wherever. */
const guessesOfOne = { name: 'records.link.guess', most: 5, seconds: 900 };
const guessesOfAll = { name: 'records.link.guesses', most: 30, seconds: 3600 };
const ticketMs = 30 * 60_000;

/** What the link shows: what is chosen of what its maker sees today. Who may share the record no longer shows nothing through their links. */
export async function openLink(visitor: VisitorCtx, { body }: InputOf<typeof linkApi.open>): Promise<SharedRecord | { locked: true }> {
  const { platform } = visitor;
  await takeTry(platform, openings, visitor.ip);
  const link = await linkOf(visitor, body.token);
  if (link.password_hash !== null) {
    if (body.password === undefined) return { locked: true };
    // counted before it is looked at: many guesses at once are many all the same
    await takeTry(platform, guessesOfOne, `${link.id} ${visitor.ip}`);
    await takeTry(platform, guessesOfAll, link.id);
    if (!(await passwordFits(platform, link.password_hash, body.password))) throw refuse('records.link.wrong_password');
    await forgetFailures(platform, guessesOfOne, `${link.id} ${visitor.ip}`);
    await forgetFailures(platform, guessesOfAll, link.id);
  }
  const shown = await shownBy(visitor, link);
  await spaceQuery(platform, { text: `update ${spaceSchema(link.spaceId)}.records_link set opened = opened + 1, last_opened_at = now() where record_id = $1 and id = $2`, values: [link.record_id, link.id] });
  await tell(visitor, link, 'records.link.opened', { title: shown.title });
  return { locked: false, ticket: ticketFor(visitor, link, Date.now() + ticketMs), ...viewOf(visitor, link, shown) };
}

export async function openLinkFile(visitor: VisitorCtx, { params, body }: InputOf<typeof linkApi.openFile>, reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply> {
  await takeTry(visitor.platform, openings, visitor.ip);
  const link = await linkOf(visitor, body.token);
  const [until = ''] = body.ticket.split('.');
  const [given, due] = [Buffer.from(body.ticket), Buffer.from(ticketFor(visitor, link, Number(until)))];
  if (given.length !== due.length || !timingSafeEqual(given, due) || Number(until) < Date.now()) throw refuse('records.link.opened_long_ago');
  const { fields, maker } = await shownBy(visitor, link);
  if (!link.files || !fields.some(({ files }) => files.some(({ id }) => id === params.fileId))) throw notFound('files.file.not_found');
  const file = await readableFile(maker, params.fileId);
  return sendFile(visitor.platform, file, false, reply, request, () => tell(visitor, link, 'records.link.downloaded', { name: file.name, size: file.size }));
}

interface Link {
  spaceId: string;
  space: string;
  record_id: string;
  id: string;
  form_id: string;
  token_hash: Buffer;
  password_hash: string | null;
  fields: string[];
  files: boolean;
  expires_at: Date;
  created_by: string;
}

/** Ended, expired, never made, its enterprise shut: all look the same. */
async function linkOf({ platform }: VisitorCtx, token: string): Promise<Link> {
  const parts = tokenParts(token);
  const space = parts && (await openSpaceName(platform, parts.spaceId));
  if (!parts || space === undefined) throw notFound('records.link.gone');
  const { rows: [link] } = await spaceQuery<Omit<Link, 'spaceId' | 'space'>>(platform, {
    text: `select record_id, id, form_id, token_hash, password_hash, fields, files, expires_at, created_by from ${spaceSchema(parts.spaceId)}.records_link where token_hash = $1 and revoked_at is null and expires_at > now()`,
    values: [parts.tokenHash],
  });
  if (!link) throw notFound('records.link.gone');
  return { ...link, spaceId: parts.spaceId, space };
}

interface Shown {
  plan: FormPlan;
  stored: StoredRecord;
  mask: Mask | undefined;
  directory: Directory;
  /** A call of whoever made the link. */
  maker: Ctx;
  title: string;
  fields: { field: Field; value: FieldValue; files: FileValue[] }[];
}

async function shownBy(visitor: VisitorCtx, link: Link): Promise<Shown> {
  const { platform } = visitor;
  const { spaceId } = link;
  const directory = await directoryOf(platform, spaceId);
  const person = directory.people.get(link.created_by);
  if (!person || person.disabled) throw notFound('records.link.gone');
  const maker: Ctx = { ...visitor, spaceId, user: { ...person, homeSpaceId: spaceId, sessionId: '' } };
  try {
    const plan = await planOf({ platform, spaceId }, link.form_id);
    const { row, mask, can } = await visibleRow(maker, plan, link.record_id);
    if (!can.share) throw notFound('records.link.gone');
    const stored = storedRecord(plan, row);
    const chosen = plan.form.definition.fields.filter(({ id }) => link.fields.includes(id) && !mask?.has(id));
    const fields = chosen.map((field) => {
      const value = stored.values[field.id] ?? null;
      return { field, value, files: plan.byId.get(field.id)?.kind === 'files' ? ((value ?? []) as FileValue[]) : [] };
    });
    const titled = plan.titleOf(Object.fromEntries(chosen.map(({ id }) => [id, stored.values[id] ?? null])));
    return { plan, stored, mask, directory, maker, title: titled, fields };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw notFound('records.link.gone');
    throw error;
  }
}

/** Texts alone: a visitor looks up no name and no option. */
function viewOf({ locale }: VisitorCtx, link: Link, { plan, stored, mask, directory, title, fields }: Shown): Omit<SharedRecord, 'locked' | 'ticket'> {
  const nameOf = (id: string): string | undefined => directory.people.get(id)?.name ?? directory.departments.get(id)?.name;
  const textOf = (field: Field, value: FieldValue): string => (isEmptyValue(value) ? '' : fieldTypeSpec(field.type).toText(value, field.config, { locale, nameOf }));
  const { definition } = plan.form;
  return {
    space: link.space, form: definition.title, title, expiresAt: link.expires_at.toISOString(),
    fields: fields.map(({ field, value, files }) => ({ id: field.id, title: field.title, text: textOf(field, value), ...(link.files && files.length > 0 && { files: files.map(({ id, name, size, type }) => ({ id, name, size, type })) }) })),
    tables: definition.tables.filter(({ id }) => link.fields.includes(id) && !mask?.has(id)).map((table) => {
      const columns = table.fields.filter(({ id }) => !mask?.has(`${table.id}.${id}`));
      return { id: table.id, title: table.title, columns: columns.map(({ id, title: of }) => ({ id, title: of })), rows: (stored.slaves[table.id] ?? []).map((row) => columns.map((field) => textOf(field, row.values[field.id] ?? null))) };
    }),
  };
}

function ticketFor({ platform }: VisitorCtx, link: Link, until: number): string {
  return `${until}.${keyedHash(platform.config, `records.link:${link.id}`, `${until} ${link.token_hash.toString('hex')}`)}`;
}

/** Nobody in the space did it: the audit trail has the visitor's address. */
async function tell(visitor: VisitorCtx, link: Link, type: string, data: Record<string, unknown>): Promise<void> {
  await inControl(visitor.platform.control, link.spaceId, (tx) =>
    record({ platform: visitor.platform, spaceId: link.spaceId, requestId: visitor.requestId, ip: visitor.ip, tx }, type, { id: link.record_id, formId: link.form_id, recordId: link.record_id, linkId: link.id, ...data }));
}
