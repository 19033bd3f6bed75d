import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { DocumentNode, DocumentVersion, documentsApi } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { spaceQuery, spaceSchema, type SpaceTx } from '../../platform/db/space-data.ts';
import { attachFiles, factsOfFiles } from '../files/public.ts';
import { directoryOf } from '../organization/public.ts';
import { accessTo, folderWith, levelOf, nodesWith, nodeWith } from './access.ts';
import { changing } from './changes.ts';
import { documentKind, documentThing } from './file-guard.ts';
import { viewOf } from './nodes.ts';
import { nameKey, viewsOf } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

interface Facts {
  id: string;
  name: string;
  size: number;
  type: string;
}

/** A name that is there already gets a further version, so that putting a file into a folder twice makes no second one. */
export async function addDocuments(ctx: Ctx, { params, body }: Input<'add'>): Promise<{ nodes: DocumentNode[] }> {
  const access = await accessTo(ctx, params.appId);
  const { id: parent, way } = await folderWith(ctx, access, params.appId, body.folder, 'edit');
  const files = await ownFiles(ctx, body.files);
  const ids = await changing(ctx, params.appId, async (tx) => {
    const made: string[] = [];
    for (const file of files) made.push(await putInto(tx, ctx, params.appId, parent, way, file));
    return made;
  });
  for (const [at, file] of files.entries())
    await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [file.id], {
      kind: documentKind,
      id: documentThing(params.appId, ids[at]!),
    });
  const nodes = await nodesWith(ctx, access, params.appId, [...new Set(ids)], 'view');
  return { nodes: await viewsOf(ctx, nodes, (row) => levelOf(access, row)) };
}

export async function listVersions(ctx: Ctx, { params }: Input<'versions'>): Promise<{ versions: DocumentVersion[] }> {
  const access = await accessTo(ctx, params.appId);
  const node = await nodeWith(ctx, access, params.appId, params.nodeId, 'view');
  const { rows } = await spaceQuery<{
    number: number;
    file_id: string;
    name: string;
    size: string;
    media_type: string;
    note: string;
    restored: number | null;
    made_by: string;
    made_at: Date;
  }>(ctx.platform, {
    text: `select number, file_id, name, size, media_type, note, restored, made_by, made_at from ${spaceSchema(ctx.spaceId)}.documents_version where document_id = $1 order by number desc limit 1000`,
    values: [node.id],
  });
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return {
    versions: rows.map((row) => ({
      number: row.number,
      fileId: row.file_id,
      name: row.name,
      size: Number(row.size),
      type: row.media_type,
      note: row.note,
      restored: row.restored,
      by: people.get(row.made_by)?.name ?? '',
      at: row.made_at.toISOString(),
    })),
  };
}

export async function addVersion(ctx: Ctx, { params, body }: Input<'addVersion'>): Promise<DocumentNode> {
  const access = await accessTo(ctx, params.appId);
  const node = await documentWith(ctx, params, access);
  const [file] = await ownFiles(ctx, [body.file]);
  await changing(ctx, params.appId, (tx) =>
    writeVersion(tx, ctx, params.appId, node, file!, { note: body.note ?? '' }),
  );
  await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [body.file], {
    kind: documentKind,
    id: documentThing(params.appId, node.id),
  });
  return viewOf(ctx, access, params.appId, node.id);
}

/** The old content as a new version, so that nothing of the history is lost. */
export async function restoreVersion(ctx: Ctx, { params }: Input<'restoreVersion'>): Promise<DocumentNode> {
  const access = await accessTo(ctx, params.appId);
  const node = await documentWith(ctx, params, access);
  await changing(ctx, params.appId, async (tx) => {
    const { rows } = await tx.query<{ file_id: string; name: string; size: string; media_type: string }>({
      text: `select file_id, name, size, media_type from ${tx.schema}.documents_version where document_id = $1 and number = $2`,
      values: [node.id, params.number],
    });
    const [old] = rows;
    if (!old) throw notFound('documents.version.not_found');
    await writeVersion(
      tx,
      ctx,
      params.appId,
      node,
      { id: old.file_id, name: old.name, size: Number(old.size), type: old.media_type },
      { restored: params.number },
    );
  });
  return viewOf(ctx, access, params.appId, node.id);
}

/** A new document of its own. */
export async function insertDocument(
  tx: SpaceTx,
  ctx: Ctx,
  appId: string,
  parent: string | null,
  way: readonly string[],
  file: Facts,
): Promise<string> {
  const id = newId();
  await tx.query({
    text: `insert into ${tx.schema}.documents_node (id, app_id, parent_id, path, kind, name, name_key, version, file_id, size, media_type, created_by, modified_by) values ($1, $2, $3, $4, 'document', $5, $6, 1, $7, $8, $9, $10, $10)`,
    values: [id, appId, parent, way, file.name, nameKey(file.name), file.id, file.size, file.type, ctx.user.id],
  });
  await insertVersion(tx, ctx, id, 1, file, {});
  await tx.event('documents.document.added', id, { appId, id, name: file.name, size: file.size });
  return id;
}

async function putInto(
  tx: SpaceTx,
  ctx: Ctx,
  appId: string,
  parent: string | null,
  way: readonly string[],
  file: Facts,
): Promise<string> {
  const { rows } = await tx.query<{ id: string; name: string }>({
    text: `select id, name from ${tx.schema}.documents_node where app_id = $1 and parent_id is not distinct from $2::uuid and name_key = $3 and kind = 'document' and removed_at is null for update`,
    values: [appId, parent, nameKey(file.name)],
  });
  if (!rows[0]) return insertDocument(tx, ctx, appId, parent, way, file);
  await writeVersion(tx, ctx, appId, rows[0], file, {});
  return rows[0].id;
}

async function writeVersion(
  tx: SpaceTx,
  ctx: Ctx,
  appId: string,
  node: { id: string; name: string },
  file: Facts,
  more: { note?: string; restored?: number },
): Promise<void> {
  const { rows } = await tx.query<{ version: number }>({
    text: `update ${tx.schema}.documents_node set version = version + 1, file_id = $2, size = $3, media_type = $4, modified_by = $5, modified_at = now() where id = $1 returning version`,
    values: [node.id, file.id, file.size, file.type, ctx.user.id],
  });
  const version = rows[0]!.version;
  await insertVersion(tx, ctx, node.id, version, file, more);
  await tx.event(more.restored === undefined ? 'documents.version.added' : 'documents.version.restored', node.id, {
    appId,
    id: node.id,
    name: node.name,
    version,
    ...(more.restored !== undefined && { restored: more.restored }),
  });
}

async function insertVersion(
  tx: SpaceTx,
  ctx: Ctx,
  documentId: string,
  number: number,
  file: Facts,
  { note = '', restored }: { note?: string; restored?: number },
): Promise<void> {
  await tx.query({
    text: `insert into ${tx.schema}.documents_version (document_id, number, file_id, name, size, media_type, note, restored, made_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [documentId, number, file.id, file.name, file.size, file.type, note, restored ?? null, ctx.user.id],
  });
}

async function documentWith(
  ctx: Ctx,
  { appId, nodeId }: { appId: string; nodeId: string },
  access: Awaited<ReturnType<typeof accessTo>>,
) {
  const node = await nodeWith(ctx, access, appId, nodeId, 'edit');
  if (node.kind !== 'document') throw notFound('documents.node.not_found');
  return node;
}

/** Uploaded by the person, in the order they were named. */
async function ownFiles(ctx: Ctx, ids: readonly string[]): Promise<Facts[]> {
  const facts = await factsOfFiles(ctx, ids, 'uploaded');
  return ids.map((id) => {
    const file = facts.get(id);
    if (!file) throw notFound('files.file.not_found');
    return { id, ...file };
  });
}
