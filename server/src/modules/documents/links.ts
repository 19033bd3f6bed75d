import { documentLinkMark, type DocumentLink, type documentsApi } from '@formwork/contract/documents/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Visit } from '@formwork/contract/visitors/visit.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { directoryOf } from '../organization/public.ts';
import { linkColumns, linkFacts, newLink, visitsOf, type KeptLink } from '../visitors/public.ts';
import { accessTo, nodeWith } from './access.ts';
import type { NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

export async function listLinks(ctx: Ctx, { params }: Input<'links'>): Promise<{ links: DocumentLink[] }> {
  const { id } = await sharable(ctx, params);
  const { rows } = await spaceQuery<KeptLink>(ctx.platform, {
    text: `select ${linkColumns} from ${spaceSchema(ctx.spaceId)}.documents_link where document_id = $1 order by id desc limit 200`,
    values: [id],
  });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return { links: rows.map((row) => ({ ...linkFacts(row), by: people.get(row.created_by)?.name ?? '' })) };
}

export async function createLink(
  ctx: Ctx,
  { params, body }: Input<'createLink'>,
): Promise<{ link: DocumentLink; token: string }> {
  const node = await sharable(ctx, params);
  const { id, token, tokenHash, passwordHash } = await newLink(ctx.spaceId, body, documentLinkMark);
  return inSpace(ctx, async (tx) => {
    const {
      rows: [made],
    } = await tx.query<KeptLink>({
      text: `insert into ${tx.schema}.documents_link (document_id, id, app_id, token_hash, password_hash, expires_at, created_by, most) values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${linkColumns}`,
      values: [node.id, id, params.appId, tokenHash, passwordHash, body.expiresAt, ctx.user.id, body.most ?? null],
    });
    await tx.event('documents.link.made', node.id, {
      appId: params.appId,
      id: node.id,
      linkId: id,
      name: node.name,
      expiresAt: body.expiresAt,
      password: passwordHash !== null,
    });
    return { link: { ...linkFacts(made!), by: ctx.user.name }, token };
  });
}

export async function revokeLink(ctx: Ctx, { params }: Input<'revokeLink'>): Promise<null> {
  const node = await sharable(ctx, params);
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.documents_link set revoked_at = now(), revoked_by = $3 where document_id = $1 and id = $2 and revoked_at is null`,
      values: [node.id, params.linkId, ctx.user.id],
    });
    if (rowCount === 0) throw notFound('records.link.gone');
    await tx.event('documents.link.revoked', node.id, {
      appId: params.appId,
      id: node.id,
      linkId: params.linkId,
      name: node.name,
    });
  });
  return null;
}

export async function listVisits(ctx: Ctx, { params }: Input<'visits'>): Promise<{ visits: Visit[] }> {
  const { id } = await sharable(ctx, params);
  const { rowCount } = await spaceQuery(ctx.platform, {
    text: `select from ${spaceSchema(ctx.spaceId)}.documents_link where document_id = $1 and id = $2`,
    values: [id, params.linkId],
  });
  if (rowCount === 0) throw notFound('records.link.gone');
  return { visits: await visitsOf(ctx, params.linkId) };
}

/** Who may change a document or a folder may show it to others. */
export async function sharable(ctx: Ctx, { appId, nodeId }: { appId: string; nodeId: string }): Promise<NodeRow> {
  return nodeWith(ctx, await accessTo(ctx, appId), appId, nodeId, 'edit');
}
