import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { DocumentLevel, DocumentNode, DocumentSort, documentsApi } from '@formwork/contract/documents/api.ts';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { placeOf, readPlace } from '../../platform/db/paging.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { accessTo, levelOf, nodeWith, type AppAccess } from './access.ts';
import { nodeColumns, viewsOf, type NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

const pageSize = 100;
const orders: Record<'name' | 'modified' | 'size', { sql: string; type: string }> = {
  name: { sql: 'name_key collate "zh-x-icu"', type: 'text' },
  modified: { sql: 'modified_at', type: 'timestamptz' },
  size: { sql: 'coalesce(size, 0)', type: 'bigint' },
};
const Cursor = z.tuple([z.enum(['folder', 'document']), z.string(), z.uuid()]);
const badCursor = { path: 'query.cursor', code: 'records.list.bad_cursor' } as const;

interface Page {
  rows: DocumentNode[];
  next: string | null;
  way: { id: string; name: string }[];
  level: DocumentLevel | null;
}

/** Folders first, then documents, each page from where the one before ended: as quick in a folder of a hundred thousand. */
export async function listNodes(ctx: Ctx, { params, query }: Input<'list'>): Promise<Page> {
  const access = await accessTo(ctx, params.appId);
  const folder = query.folder === undefined ? undefined : await passableFolder(ctx, access, params.appId, query.folder);
  const way = folder ? [...folder.path, folder.id] : [];
  const { sort = 'name', limit = pageSize } = query;
  const cursor = readPlace(query.cursor, Cursor, badCursor);
  const rows: (NodeRow & { key: string })[] = [];
  // one kind after the other: each is a walk along its index, in either direction
  for (const kind of cursor?.[0] === 'document' ? ['document' as const] : ['folder' as const, 'document' as const]) {
    if (rows.length <= limit)
      rows.push(
        ...(await readStretch(ctx, access, params.appId, {
          way,
          kind,
          sort,
          after: cursor?.[0] === kind ? cursor : undefined,
          limit: limit + 1 - rows.length,
        })),
      );
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: await viewsOf(ctx, shown, (row) => levelOf(access, row)),
    next: rows.length > limit && last ? placeOf([last.kind, last.key, last.id]) : null,
    way: await namesOf(ctx, way),
    level: access.levelAt(way),
  };
}

/** In the order of the ids. */
export async function namesOf(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await spaceQuery<{ id: string; name: string }>(ctx.platform, {
    text: `select id, name from ${spaceSchema(ctx.spaceId)}.documents_node where id = any($1::uuid[])`,
    values: [ids],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }));
}

/** One may walk through folders that lead to what one may see. */
async function passableFolder(ctx: Ctx, access: AppAccess, appId: string, folderId: string): Promise<NodeRow> {
  if (!access.passed.has(folderId)) {
    const node = await nodeWith(ctx, access, appId, folderId, 'view');
    if (node.kind !== 'folder') throw notFound('documents.node.not_found');
    return node;
  }
  const { rows } = await spaceQuery<NodeRow>(ctx.platform, {
    text: `select ${nodeColumns} from ${spaceSchema(ctx.spaceId)}.documents_node where app_id = $1 and id = $2 and removed_at is null`,
    values: [appId, folderId],
  });
  if (!rows[0]) throw notFound('documents.node.not_found');
  return rows[0];
}

interface Stretch {
  way: readonly string[];
  kind: 'folder' | 'document';
  sort: DocumentSort;
  after: z.infer<typeof Cursor> | undefined;
  limit: number;
}

async function readStretch(
  ctx: Ctx,
  access: AppAccess,
  appId: string,
  { way, kind, sort, after, limit }: Stretch,
): Promise<(NodeRow & { key: string })[]> {
  const limits = limitsIn(access, way, kind);
  if (!limits) return [];
  const { sql, type } = orders[sort.replace('-', '') as keyof typeof orders];
  const down = sort.startsWith('-');
  const values: unknown[] = [appId];
  const where = [
    `app_id = $1`,
    way.length > 0 ? `parent_id = $${values.push(way.at(-1))}::uuid` : 'parent_id is null',
    `kind = '${kind}'`,
    'removed_at is null',
  ];
  for (const { sql: condition, ids } of limits) where.push(`${condition}($${values.push(ids)}::uuid[])`);
  if (after)
    where.push(
      `(${sql}, id) ${down ? '<' : '>'} ($${values.push(after[1])}::${type}${type === 'text' ? ' collate "zh-x-icu"' : ''}, $${values.push(after[2])}::uuid)`,
    );
  const direction = down ? 'desc' : 'asc';
  const { rows } = await spaceQuery<NodeRow & { key: string }>(ctx.platform, {
    text: `select ${nodeColumns}, (${sql})::text as key from ${spaceSchema(ctx.spaceId)}.documents_node where ${where.join(' and ')} order by ${sql} ${direction}, id ${direction} limit ${limit}`,
    values,
  });
  return rows;
}

/** What lies in a folder is seen as the folder is, but for folders with rules of their own. Undefined: nothing of this kind is seen. */
function limitsIn(
  access: AppAccess,
  way: readonly string[],
  kind: 'folder' | 'document',
): { sql: string; ids: string[] }[] | undefined {
  const open = access.levelAt(way) !== null;
  if (kind === 'document') return open ? [] : undefined;
  const special = access.special.filter((id) => !way.includes(id));
  const shown = special.filter((id) => access.passed.has(id) || access.levelAt([...way, id]) !== null);
  if (!open) return [{ sql: 'id = any', ids: shown }];
  const hidden = special.filter((id) => !shown.includes(id));
  return hidden.length > 0 ? [{ sql: 'id <> all', ids: hidden }] : [];
}
