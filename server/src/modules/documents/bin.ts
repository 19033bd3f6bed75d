import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { BinnedNode, documentsApi } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { exactTime, pageOf, readCursor } from '../../platform/db/paging.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { dropAttached } from '../files/public.ts';
import { directoryOf } from '../organization/public.ts';
import { accessTo, includes, levelOf, nodesWith, type AppAccess } from './access.ts';
import { changing } from './changes.ts';
import { freeName, namesIn } from './copy.ts';
import { documentKind, documentThing } from './file-guard.ts';
import { namesOf } from './list.ts';
import { nameKey, nodeColumns, type NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;
type BinnedRow = NodeRow & { removed_by: string; removed_at: Date };

const pageSize = 100;

export async function removeNodes(ctx: Ctx, { params, body }: Input<'remove'>): Promise<null> {
  const access = await accessTo(ctx, params.appId);
  const nodes = await nodesWith(ctx, access, params.appId, body.nodes, 'edit');
  await changing(ctx, params.appId, async (tx) => {
    await tx.query({
      text: `update ${tx.schema}.documents_node set removed_at = now(), removed_by = $2 where id = any($1::uuid[]) and removed_at is null`,
      values: [nodes.map(({ id }) => id), ctx.user.id],
    });
    for (const { id, name, kind } of nodes)
      await tx.event('documents.node.removed', id, { appId: params.appId, id, name, kind });
  });
  return null;
}

export async function listBin(
  ctx: Ctx,
  { params, query }: Input<'listBin'>,
): Promise<{ rows: BinnedNode[]; next: string | null }> {
  const access = await accessTo(ctx, params.appId);
  const values: unknown[] = [params.appId];
  let beyond = '';
  const after = readCursor(query.cursor, { path: 'query.cursor' });
  if (after)
    beyond = ` and (removed_at, id) < ($${values.push(after.at)}::timestamptz, $${values.push(after.id)}::uuid)`;
  const { rows } = await spaceQuery<BinnedRow & { at: string }>(ctx.platform, {
    text: `select ${nodeColumns}, removed_by, removed_at, ${exactTime('removed_at')} as at from ${spaceSchema(ctx.spaceId)}.documents_node where app_id = $1 and removed_at is not null${beyond} order by removed_at desc, id desc limit ${pageSize + 1}`,
    values,
  });
  const { shown: page, next } = pageOf(rows, pageSize);
  const shown = page.filter((row) => includes(levelOf(access, row), 'edit'));
  const names = new Map(
    (await namesOf(ctx, [...new Set(shown.flatMap(({ path }) => path))])).map(({ id: folder, name }) => [folder, name]),
  );
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return {
    rows: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      place: row.path.map((folder) => names.get(folder) ?? ''),
      removedBy: people.get(row.removed_by)?.name ?? '',
      removedAt: row.removed_at.toISOString(),
    })),
    next,
  };
}

/** Where the folder it lay in is gone too, it comes back at the top. */
export async function restoreNodes(ctx: Ctx, { params, body }: Input<'restore'>): Promise<null> {
  const access = await accessTo(ctx, params.appId);
  const nodes = await binned(ctx, access, params.appId, body.nodes, 'edit');
  await changing(ctx, params.appId, async (tx) => {
    for (const node of nodes) {
      const { rows: gone } = await tx.query({
        text: `select 1 from ${tx.schema}.documents_node where id = any($1::uuid[]) and removed_at is not null limit 1`,
        values: [node.path],
      });
      const toTop = gone.length > 0;
      if (toTop && !includes(access.levelAt([]), 'edit')) throw forbidden('documents.node.no_right');
      const parent = toTop ? null : node.parent_id;
      const name = freeName(node.name, await namesIn(tx, params.appId, parent));
      if (toTop)
        await tx.query({
          text: `update ${tx.schema}.documents_node set path = path[array_position(path, $1::uuid):] where path @> array[$1::uuid]`,
          values: [node.id],
        });
      await tx.query({
        text: `update ${tx.schema}.documents_node set removed_at = null, removed_by = null, parent_id = $2, path = $3, name = $4, name_key = $5 where id = $1`,
        values: [node.id, parent, toTop ? [] : node.path, name, nameKey(name)],
      });
      await tx.event('documents.node.restored', node.id, { appId: params.appId, id: node.id, name });
    }
  });
  return null;
}

export async function purgeNodes(ctx: Ctx, { params, body }: Input<'purge'>): Promise<null> {
  const access = await accessTo(ctx, params.appId);
  const nodes = await binned(ctx, access, params.appId, body.nodes, 'manage');
  const documents = await changing(ctx, params.appId, async (tx) => {
    const ids = nodes.map(({ id }) => id);
    const { rows } = await tx.query<{ id: string; kind: string }>({
      text: `select id, kind from ${tx.schema}.documents_node where id = any($1::uuid[]) or path && $1::uuid[]`,
      values: [ids],
    });
    await tx.query({
      text: `delete from ${tx.schema}.documents_node where id = any($1::uuid[])`,
      values: [rows.map(({ id }) => id)],
    });
    for (const { id, name, kind } of nodes)
      await tx.event('documents.node.purged', id, { appId: params.appId, id, name, kind });
    return rows.filter(({ kind }) => kind === 'document').map(({ id }) => id);
  });
  for (const id of documents)
    await dropAttached(ctx.platform, ctx.spaceId, { kind: documentKind, id: documentThing(params.appId, id) }, []);
  return null;
}

async function binned(
  ctx: Ctx,
  access: AppAccess,
  appId: string,
  ids: readonly string[],
  least: 'edit' | 'manage',
): Promise<NodeRow[]> {
  const { rows } = await spaceQuery<NodeRow>(ctx.platform, {
    text: `select ${nodeColumns} from ${spaceSchema(ctx.spaceId)}.documents_node where app_id = $1 and id = any($2::uuid[]) and removed_at is not null`,
    values: [appId, ids],
  });
  const seen = rows.filter((row) => includes(levelOf(access, row), 'edit'));
  if (seen.length < new Set(ids).size) throw notFound('documents.node.not_found');
  if (!seen.every((row) => includes(levelOf(access, row), least))) throw forbidden('documents.node.no_right');
  return seen;
}
