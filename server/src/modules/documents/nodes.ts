import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { DocumentNode, documentsApi } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { accessTo, folderWith, levelOf, nodesWith, nodeWith, type AppAccess } from './access.ts';
import { changing } from './changes.ts';
import { nameKey, nodeColumns, viewsOf, type NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

/** Deeper ones could not be shown, and hardly be written on any disk. */
const mostDeep = 30;

export async function createFolder(ctx: Ctx, { params, body }: Input<'createFolder'>): Promise<DocumentNode> {
  const access = await accessTo(ctx, params.appId);
  const { id: parent, way } = await folderWith(ctx, access, params.appId, body.folder, 'edit');
  if (way.length >= mostDeep) throw conflict('documents.node.too_deep');
  const id = newId();
  await changing(ctx, params.appId, async (tx) => {
    await tx.query({
      text: `insert into ${tx.schema}.documents_node (id, app_id, parent_id, path, kind, name, name_key, created_by, modified_by) values ($1, $2, $3, $4, 'folder', $5, $6, $7, $7)`,
      values: [id, params.appId, parent, way, body.name, nameKey(body.name), ctx.user.id],
    });
    await tx.event('documents.folder.created', id, { appId: params.appId, id, name: body.name });
  });
  return viewOf(ctx, access, params.appId, id);
}

export async function renameNode(ctx: Ctx, { params, body }: Input<'rename'>): Promise<DocumentNode> {
  const access = await accessTo(ctx, params.appId);
  const node = await nodeWith(ctx, access, params.appId, params.nodeId, 'edit');
  await changing(ctx, params.appId, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.documents_node set name = $2, name_key = $3, modified_by = $4, modified_at = now() where id = $1`,
      values: [node.id, body.name, nameKey(body.name), ctx.user.id],
    });
    await tx.event('documents.node.renamed', node.id, {
      appId: params.appId,
      id: node.id,
      name: body.name,
      before: node.name,
    });
  });
  return viewOf(ctx, access, params.appId, node.id);
}

/** Everything or nothing: a name that is taken, or a folder that would lie in itself, leaves all where it is. */
export async function moveNodes(ctx: Ctx, { params, body }: Input<'move'>): Promise<null> {
  const access = await accessTo(ctx, params.appId);
  const nodes = await nodesWith(ctx, access, params.appId, body.nodes, 'edit');
  const { id: parent, way } = await folderWith(ctx, access, params.appId, body.folder, 'edit');
  if (nodes.some(({ id }) => way.includes(id))) throw conflict('documents.node.in_itself');
  await changing(ctx, params.appId, async (tx) => {
    // two moves at once could lead into each other
    await tx.query({
      text: `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
      values: [`documents ${ctx.spaceId} ${params.appId}`],
    });
    const { rows } = await tx.query<{ path: string[] }>({
      text: `select path from ${tx.schema}.documents_node where id = $1 and removed_at is null`,
      values: [parent],
    });
    const now = parent === null ? [] : [...(rows[0]?.path ?? way.slice(0, -1)), parent];
    if (nodes.some(({ id }) => now.includes(id))) throw conflict('documents.node.in_itself');
    for (const { id, name } of nodes) {
      // the way of what lies below begins with the new one
      await tx.query({
        text: `update ${tx.schema}.documents_node set path = $2::uuid[] || path[array_position(path, $1::uuid):] where path @> array[$1::uuid]`,
        values: [id, now],
      });
      await tx.query({
        text: `update ${tx.schema}.documents_node set parent_id = $2, path = $3, modified_by = $4, modified_at = now() where id = $1`,
        values: [id, parent, now, ctx.user.id],
      });
      await tx.event('documents.node.moved', id, { appId: params.appId, id, name, folder: parent });
    }
  });
  return null;
}

/** With all that lies below them, in the order of their depth. */
export async function withBelow(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  nodes: readonly NodeRow[],
  most: number,
): Promise<NodeRow[]> {
  const folders = nodes.filter(({ kind }) => kind === 'folder').map(({ id }) => id);
  if (folders.length === 0) return [...nodes];
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<NodeRow>(ctx.platform, {
    text: `select ${nodeColumns} from ${schema}.documents_node n where path && $1::uuid[] and removed_at is null
      and not exists (select 1 from ${schema}.documents_node above where above.id = any(n.path) and above.removed_at is not null) order by cardinality(path), id limit ${most + 1}`,
    values: [folders],
  });
  if (rows.length + nodes.length > most) throw conflict('documents.node.too_many', { max: most });
  const known = new Set(rows.map(({ id }) => id));
  return [...nodes.filter(({ id }) => !known.has(id)), ...rows];
}

export async function viewOf(ctx: Ctx, access: AppAccess, appId: string, id: string): Promise<DocumentNode> {
  const node = await nodeWith(ctx, access, appId, id, 'view');
  const [view] = await viewsOf(ctx, [node], (row) => levelOf(access, row));
  return view!;
}
