import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { accessTo, folderWith, nodeWith } from './access.ts';
import { nameKey } from './rows.ts';

/** Documents for those who have them sent by other ways than our pages, each with the rights of the person who is asked for. */

export interface DocumentToSend {
  file: string;
  name: string;
  /** Since when the document has been this content. */
  at: Date;
}

/** One version, or the newest. */
export async function documentToSend(
  ctx: Ctx,
  appId: string,
  nodeId: string,
  version: number | null,
): Promise<DocumentToSend> {
  const node = await nodeWith(ctx, await accessTo(ctx, appId), appId, nodeId, 'download');
  if (node.kind !== 'document') throw notFound('documents.node.not_found');
  const { rows } = await spaceQuery<{ file_id: string; name: string; made_at: Date }>(ctx.platform, {
    text: `select file_id, name, made_at from ${spaceSchema(ctx.spaceId)}.documents_version where document_id = $1 and number = $2`,
    values: [nodeId, version ?? node.version],
  });
  if (!rows[0]) throw notFound('documents.version.not_found');
  return { file: rows[0].file_id, name: version === null ? node.name : rows[0].name, at: rows[0].made_at };
}

/** What lies below a folder by its name and those of the folders on the way; no names: the folder itself, null the top. */
export async function documentNamed(
  ctx: Ctx,
  appId: string,
  folder: string | null,
  names: readonly string[],
): Promise<string | null> {
  let at = folder;
  for (const name of names) {
    const { rows } = await spaceQuery<{ id: string }>(ctx.platform, {
      text: `select id from ${spaceSchema(ctx.spaceId)}.documents_node where app_id = $1
        and name_key = $2 and removed_at is null and ${at === null ? 'parent_id is null' : 'parent_id = $3'}`,
      values: [appId, nameKey(name), ...(at === null ? [] : [at])],
    });
    if (!rows[0]) throw notFound('documents.node.not_found');
    at = rows[0].id;
  }
  return at;
}

/** A folder whose documents the person may have. */
export async function requireFolder(ctx: Ctx, appId: string, folder: string | null): Promise<void> {
  const access = await accessTo(ctx, appId);
  await folderWith(ctx, access, appId, folder, 'download');
}
