import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { FieldValue, FileValue } from '@formwork/contract/forms/values/value.ts';
import type { linkApi, SharedRecord } from '@formwork/contract/records/link.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, VisitorCtx } from '../../../platform/context.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { readableFile, sendFile } from '../../files/public.ts';
import { directoryOf, type Directory } from '../../organization/public.ts';
import { visibleRow } from '../read/get.ts';
import {
  keepVisit,
  makerOf,
  newTicket,
  passes,
  requireTicket,
  spaceOfToken,
  takeOpening,
  tellOfVisit,
  ticketFits,
  type Door,
} from '../../visitors/public.ts';
import { titleReader, type TitleReader } from '../relations/title-reader.ts';
import type { Mask } from '../rights/mask.ts';
import { visitorText } from './visitor-text.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';

/** What the link shows: what is chosen of what its maker sees today. Who may share the record no longer shows nothing through their links. */
export async function openLink(
  visitor: VisitorCtx,
  { body }: InputOf<typeof linkApi.open>,
): Promise<SharedRecord | { locked: true }> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, body.token);
  const isAgain = ticketFits(visitor, link, body.ticket);
  if (!isAgain && !(await passes(visitor, link, body.password))) return { locked: true };
  const shown = await shownBy(visitor, link);
  if (!isAgain) await countVisit(visitor, link, shown.title);
  return { locked: false, ticket: newTicket(visitor, link), ...viewOf(visitor, link, shown) };
}

export async function openLinkFile(
  visitor: VisitorCtx,
  { params, body }: InputOf<typeof linkApi.openFile>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, body.token);
  requireTicket(visitor, link, body.ticket);
  const { fields, maker } = await shownBy(visitor, link);
  if (!link.files || !fields.some(({ files }) => files.some(({ id }) => id === params.fileId)))
    throw notFound('files.file.not_found');
  const file = await readableFile(maker, params.fileId);
  return sendFile(visitor.platform, file, false, reply, request, () =>
    tell(visitor, link, 'records.link.downloaded', { name: file.name, size: file.size }),
  );
}

/** One more, unless there were as many as there may be: counted and compared at once, so that two who come together are two. */
async function countVisit(visitor: VisitorCtx, link: Link, title: string): Promise<void> {
  const { rowCount } = await spaceQuery(visitor.platform, {
    text: `update ${spaceSchema(link.spaceId)}.records_link set opened = opened + 1, last_opened_at = now() where record_id = $1 and id = $2 and revoked_at is null and (most is null or opened < most)`,
    values: [link.record_id, link.id],
  });
  if (rowCount === 0) throw notFound('records.link.gone');
  await keepVisit(visitor, link.spaceId, link.id);
  await tell(visitor, link, 'records.link.opened', { title });
}

interface Link extends Door {
  spaceId: string;
  space: string;
  record_id: string;
  form_id: string;
  fields: string[];
  rows: string[] | null;
  files: boolean;
  expires_at: Date;
}

async function linkOf(visitor: VisitorCtx, token: string): Promise<Link> {
  const { spaceId, space, tokenHash } = await spaceOfToken(visitor, token);
  const {
    rows: [link],
  } = await spaceQuery<Omit<Link, 'spaceId' | 'space'>>(visitor.platform, {
    text: `select record_id, id, form_id, token_hash, password_hash, fields, rows, files, expires_at, created_by from ${spaceSchema(spaceId)}.records_link where token_hash = $1 and revoked_at is null and expires_at > now()`,
    values: [tokenHash],
  });
  if (!link) throw notFound('records.link.gone');
  return { ...link, spaceId, space };
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
  titles: TitleReader;
}

async function shownBy(visitor: VisitorCtx, link: Link): Promise<Shown> {
  const { platform } = visitor;
  const { spaceId } = link;
  const directory = await directoryOf(platform, spaceId);
  const maker = await makerOf(visitor, spaceId, link);
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
    // as whoever made the link sees them
    const titles = titleReader(maker);
    await titles.readRecord(plan, stored);
    return { plan, stored, mask, directory, maker, title: titled, fields, titles };
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw notFound('records.link.gone');
    throw error;
  }
}

function viewOf(
  { locale }: VisitorCtx,
  link: Link,
  { plan, stored, mask, directory, title, fields, titles }: Shown,
): Omit<SharedRecord, 'locked' | 'ticket'> {
  const textOf = visitorText(locale, plan, directory, titles);
  const { definition } = plan.form;
  return {
    space: link.space,
    form: definition.title,
    title,
    expiresAt: link.expires_at.toISOString(),
    fields: fields.map(({ field, value, files }) => ({
      id: field.id,
      title: field.title,
      text: textOf(field, value),
      ...(link.files &&
        files.length > 0 && { files: files.map(({ id, name, size, type }) => ({ id, name, size, type })) }),
    })),
    tables: definition.tables
      .filter(({ id }) => link.fields.includes(id) && !mask?.has(id))
      .map((table) => {
        const columns = table.fields.filter(({ id }) => !mask?.has(`${table.id}.${id}`));
        return {
          id: table.id,
          title: table.title,
          columns: columns.map(({ id, title: of }) => ({ id, title: of })),
          rows: (stored.slaves[table.id] ?? [])
            .filter(({ id }) => link.rows === null || link.rows.includes(id))
            .map((row) => columns.map((field) => textOf(field, row.values[field.id] ?? null))),
        };
      }),
  };
}

function tell(visitor: VisitorCtx, link: Link, type: string, data: Record<string, unknown>): Promise<void> {
  return tellOfVisit(visitor, link.spaceId, type, {
    id: link.record_id,
    formId: link.form_id,
    recordId: link.record_id,
    linkId: link.id,
    ...data,
  });
}
