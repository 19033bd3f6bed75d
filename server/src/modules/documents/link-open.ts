import {
  documentLinkMark,
  type documentsApi,
  type SharedDocument,
  type SharedFolder,
  type SharedListing,
} from '@formwork/contract/documents/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { readableFile, sendFile } from '../files/public.ts';
import { appTitles } from '../forms/public.ts';
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
} from '../visitors/public.ts';
import { accessTo, includes } from './access.ts';
import { sendArchive } from './archive.ts';
import { sharable } from './links.ts';
import { listNodes } from './list.ts';
import type { NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

/** What visitors see through a link: what its maker may change at that moment, of one document or of a folder and all below it. */
export async function openLink(
  visitor: VisitorCtx,
  { body }: Input<'openLink'>,
): Promise<SharedDocument | SharedFolder | { locked: true }> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, body.token);
  const isAgain = ticketFits(visitor, link, body.ticket);
  if (!isAgain && !(await passes(visitor, link, body.password))) return { locked: true };
  const { node } = await shownBy(visitor, link);
  const { spaceId } = link;
  if (!isAgain) await countVisit(visitor, link, node.name);
  const titles = await appTitles({ platform: visitor.platform, spaceId }, [link.app_id]);
  const shown = {
    locked: false as const,
    ticket: newTicket(visitor, link),
    space: link.space,
    app: titles.get(link.app_id) ?? { zh: '' },
    name: node.name,
    modifiedAt: node.modified_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
  };
  return node.kind === 'folder'
    ? { ...shown, kind: 'folder', id: node.id }
    : { ...shown, kind: 'document', size: Number(node.size), type: node.media_type ?? '' };
}

/** One more, unless there were as many as there may be: counted and compared at once, so that two who come together are two. */
async function countVisit(visitor: VisitorCtx, link: Link, name: string): Promise<void> {
  const { rowCount } = await spaceQuery(visitor.platform, {
    text: `update ${spaceSchema(link.spaceId)}.documents_link set opened = opened + 1, last_opened_at = now() where document_id = $1 and id = $2 and revoked_at is null and (most is null or opened < most)`,
    values: [link.document_id, link.id],
  });
  if (rowCount === 0) throw notFound('records.link.gone');
  await keepVisit(visitor, link.spaceId, link.id);
  await tell(visitor, link, 'documents.link.opened', name);
}

export async function openLinkFile(
  visitor: VisitorCtx,
  { body }: Input<'openLinkFile'>,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const { link, maker, node } = await openedWith(visitor, body, body.document);
  const file = await readableFile(maker, node.file_id ?? '', 'download');
  return sendFile(visitor.platform, { ...file, name: node.name }, false, reply, request, () =>
    tell(visitor, link, 'documents.link.downloaded', node.name),
  );
}

export async function openLinkFolder(visitor: VisitorCtx, { body }: Input<'openLinkFolder'>): Promise<SharedListing> {
  const { link, maker, node } = await openedWith(visitor, body, body.folder);
  const { rows, next, way } = await listNodes(maker, {
    params: { appId: link.app_id },
    query: { folder: node.id, ...(body.cursor !== undefined && { cursor: body.cursor }) },
    body: undefined,
  });
  return {
    // a folder with rules of its own may be closed to the maker, or open to their eyes alone
    rows: rows
      .filter(({ level }) => includes(level, 'edit'))
      .map(({ id, kind, name, size, modifiedAt }) => ({ id, kind, name, size, modifiedAt })),
    next,
    way: way.slice(way.findIndex(({ id }) => id === link.document_id)),
  };
}

export async function openLinkArchive(
  visitor: VisitorCtx,
  { body }: Input<'openLinkArchive'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { link, maker, node } = await openedWith(visitor, body, body.folder);
  return sendArchive(maker, await accessTo(maker, link.app_id), [node], 'edit', reply, () =>
    tell(visitor, link, 'documents.link.downloaded', `${node.name}.zip`),
  );
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
  const {
    rows: [link],
  } = await spaceQuery<Omit<Link, 'spaceId' | 'space'>>(visitor.platform, {
    text: `select document_id, id, app_id, token_hash, password_hash, expires_at, created_by from ${spaceSchema(spaceId)}.documents_link where token_hash = $1 and revoked_at is null and expires_at > now()`,
    values: [tokenHash],
  });
  if (!link) throw notFound('records.link.gone');
  return { ...link, spaceId, space };
}

/** What a link that was opened shows, or one document or folder below that. */
async function openedWith(
  visitor: VisitorCtx,
  { token, ticket }: { token: string; ticket: string },
  wanted: string | undefined,
): Promise<{ link: Link; maker: Ctx; node: NodeRow }> {
  await takeOpening(visitor);
  const link = await linkOf(visitor, token);
  requireTicket(visitor, link, ticket);
  return { link, ...(await shownBy(visitor, link, wanted)) };
}

/** The document or folder as it is now, as long as whoever made the link may still share it. */
async function shownBy(
  visitor: VisitorCtx,
  link: Link,
  wanted = link.document_id,
): Promise<{ node: NodeRow; maker: Ctx }> {
  const maker = await makerOf(visitor, link.spaceId, link);
  try {
    const node = await sharable(maker, { appId: link.app_id, nodeId: wanted });
    if (node.id === link.document_id) return { node, maker };
    if (node.path.includes(link.document_id)) {
      // below a folder that its maker may change no longer, nothing is shown either
      await sharable(maker, { appId: link.app_id, nodeId: link.document_id });
      return { node, maker };
    }
  } catch (error) {
    if (!(error instanceof AppError && (error.status === 404 || error.status === 403))) throw error;
  }
  throw notFound('records.link.gone');
}

function tell(visitor: VisitorCtx, link: Link, type: string, name: string): Promise<void> {
  return tellOfVisit(visitor, link.spaceId, type, { id: link.document_id, appId: link.app_id, linkId: link.id, name });
}
