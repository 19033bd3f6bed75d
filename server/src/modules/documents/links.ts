import { documentLinkMark, type DocumentLink, type documentsApi, type SharedDocument } from '@formwork/contract/documents/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/space-data.ts';
import { readableFile, sendFile } from '../files/public.ts';
import { appTitles } from '../forms/public.ts';
import { hashPassword } from '../identity/public.ts';
import { directoryOf } from '../organization/public.ts';
import { makerOf, newTicket, newToken, passes, requireTerms, requireTicket, spaceOfToken, takeOpening, tellOfVisit, tokenParts, type Door } from '../records/public.ts';
import { accessTo, nodeWith } from './access.ts';
import type { NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

export async function listLinks(ctx: Ctx, { params }: Input<'links'>): Promise<{ links: DocumentLink[] }> {
  const { id } = await sharable(ctx, params);
  const { rows } = await spaceQuery<Stored>(ctx.platform, { text: `select ${columns} from ${spaceSchema(ctx.spaceId)}.documents_link where document_id = $1 order by id desc limit 200`, values: [id] });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return { links: rows.map((row) => linkView(row, people.get(row.created_by)?.name ?? '')) };
}

export async function createLink(ctx: Ctx, { params, body }: Input<'createLink'>): Promise<{ link: DocumentLink; token: string }> {
  const node = await sharable(ctx, params);
  requireTerms(body);
  const token = newToken(ctx.spaceId, documentLinkMark);
  const id = newId();
  const passwordHash = body.password === null ? null : await hashPassword(body.password);
  return inSpace(ctx, async (tx) => {
    const { rows: [made] } = await tx.query<Stored>({
      text: `insert into ${tx.schema}.documents_link (document_id, id, app_id, token_hash, password_hash, expires_at, created_by) values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
      values: [node.id, id, params.appId, tokenParts(token, documentLinkMark)?.tokenHash, passwordHash, body.expiresAt, ctx.user.id],
    });
    await tx.event('documents.link.made', node.id, { appId: params.appId, id: node.id, linkId: id, name: node.name, expiresAt: body.expiresAt, password: passwordHash !== null });
    return { link: linkView(made!, ctx.user.name), token };
  });
}

export async function revokeLink(ctx: Ctx, { params }: Input<'revokeLink'>): Promise<null> {
  const node = await sharable(ctx, params);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({ text: `update ${tx.schema}.documents_link set revoked_at = now(), revoked_by = $3 where document_id = $1 and id = $2 and revoked_at is null`, values: [node.id, params.linkId, ctx.user.id] });
    if (rowCount === 0) throw notFound('records.link.gone');
    await tx.event('documents.link.revoked', node.id, { appId: params.appId, id: node.id, linkId: params.linkId, name: node.name });
  });
  return null;
}

export async function openLink(visitor: VisitorCtx, { body }: Input<'openLink'>): Promise<SharedDocument | { locked: true }> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, body.token);
  if (!(await passes(visitor, link, body.password))) return { locked: true };
  const { node } = await shownBy(visitor, link);
  const { spaceId } = link;
  await spaceQuery(visitor.platform, { text: `update ${spaceSchema(spaceId)}.documents_link set opened = opened + 1, last_opened_at = now() where document_id = $1 and id = $2`, values: [node.id, link.id] });
  await tell(visitor, link, 'documents.link.opened', node.name);
  const titles = await appTitles({ platform: visitor.platform, spaceId }, [link.app_id]);
  return {
    locked: false, ticket: newTicket(visitor, link), space: link.space, app: titles.get(link.app_id) ?? { zh: '' },
    name: node.name, size: Number(node.size), type: node.media_type ?? '', modifiedAt: node.modified_at.toISOString(), expiresAt: link.expires_at.toISOString(),
  };
}

export async function openLinkFile(visitor: VisitorCtx, { body }: Input<'openLinkFile'>, reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, body.token);
  requireTicket(visitor, link, body.ticket);
  const { node, maker } = await shownBy(visitor, link);
  const file = await readableFile(maker, node.file_id ?? '', 'download');
  return sendFile(visitor.platform, { ...file, name: node.name }, false, reply, request, () => tell(visitor, link, 'documents.link.downloaded', node.name));
}

/** Who may change a document may show it to others; a folder is shown by nobody. */
async function sharable(ctx: Ctx, { appId, nodeId }: { appId: string; nodeId: string }): Promise<NodeRow> {
  const node = await nodeWith(ctx, await accessTo(ctx, appId), appId, nodeId, 'edit');
  if (node.kind !== 'document') throw notFound('documents.node.not_found');
  return node;
}

interface Link extends Door {
  spaceId: string;
  space: string;
  document_id: string;
  app_id: string;
  expires_at: Date;
}

async function linkOf(visitor: VisitorCtx, token: string): Promise<Link> {
  const { spaceId, space, tokenHash } = await spaceOfToken(visitor, token, documentLinkMark);
  const { rows: [link] } = await spaceQuery<Omit<Link, 'spaceId' | 'space'>>(visitor.platform, {
    text: `select document_id, id, app_id, token_hash, password_hash, expires_at, created_by from ${spaceSchema(spaceId)}.documents_link where token_hash = $1 and revoked_at is null and expires_at > now()`, values: [tokenHash],
  });
  if (!link) throw notFound('records.link.gone');
  return { ...link, spaceId, space };
}

/** The document as it is now, as long as whoever made the link may still share it. */
async function shownBy(visitor: VisitorCtx, link: Link): Promise<{ node: NodeRow; maker: Ctx }> {
  const maker = await makerOf(visitor, link.spaceId, link);
  try {
    return { node: await sharable(maker, { appId: link.app_id, nodeId: link.document_id }), maker };
  } catch (error) {
    if (error instanceof AppError && (error.status === 404 || error.status === 403)) throw notFound('records.link.gone');
    throw error;
  }
}

function tell(visitor: VisitorCtx, link: Link, type: string, name: string): Promise<void> {
  return tellOfVisit(visitor, link.spaceId, type, { id: link.document_id, appId: link.app_id, linkId: link.id, name });
}

interface Stored {
  id: string;
  has_password: boolean;
  expires_at: Date;
  created_by: string;
  created_at: Date;
  revoked_at: Date | null;
  opened: number;
  last_opened_at: Date | null;
}

const columns = 'id, password_hash is not null as has_password, expires_at, created_by, created_at, revoked_at, opened, last_opened_at';

function linkView(row: Stored, by: string): DocumentLink {
  return {
    id: row.id, password: row.has_password, expiresAt: row.expires_at.toISOString(), by, at: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null, opened: row.opened, lastOpenedAt: row.last_opened_at?.toISOString() ?? null,
  };
}
