import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { documentsApi, FoundNode } from '@formwork/contract/documents/api.ts';
import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { mostSearched } from '@formwork/contract/records/search.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { isInScope } from '../agents/public.ts';
import { appTitles, fileAppIds } from '../forms/public.ts';
import { accessTo, levelOf, nodeWith, readAccess, type AppAccess } from './access.ts';
import { namesOf } from './list.ts';
import { nameKey, nodeColumns, viewsOf, type NodeRow } from './rows.ts';

type Input<K extends keyof typeof documentsApi> = InputOf<(typeof documentsApi)[K]>;

const pageSize = 20;

export async function findNodes(
  ctx: Ctx,
  { params, query }: Input<'find'>,
): Promise<{ rows: FoundNode[]; more: boolean }> {
  const access = await accessTo(ctx, params.appId);
  const folder =
    query.folder === undefined ? undefined : await nodeWith(ctx, access, params.appId, query.folder, 'view');
  const { nodes, more } = await nodesCalled(ctx, new Map([[params.appId, access]]), query.search, folder?.id);
  return { rows: await shown(ctx, nodes, () => access), more };
}

export async function findEverywhere(
  ctx: Ctx,
  { query }: Input<'findEverywhere'>,
): Promise<{ rows: (FoundNode & { appId: string; app: Text })[]; found: number; more: boolean }> {
  const ids = (await fileAppIds(ctx)).filter((id) => isInScope(ctx.user, id));
  const accesses = new Map(
    (await Promise.all(ids.map(async (id) => [id, await readAccess(ctx, id)] as const))).filter(([, { any }]) => any),
  );
  const { nodes, more } = await nodesCalled(ctx, accesses, query.search);
  const { offset = 0, limit = pageSize } = query;
  const page = nodes.slice(offset, offset + limit);
  const titles = await appTitles(ctx);
  const rows = await shown(ctx, page, (node) => accesses.get(node.app_id)!);
  return {
    rows: rows.map((row, at) => ({ ...row, appId: page[at]!.app_id, app: titles.get(page[at]!.app_id) ?? { zh: '' } })),
    found: nodes.length,
    more,
  };
}

/** Rights hang on the folders above, so they are asked row by row, in stretches until there are enough. */
async function nodesCalled(
  ctx: Ctx,
  accesses: ReadonlyMap<string, AppAccess>,
  search: string,
  folder?: string,
): Promise<{ nodes: NodeRow[]; more: boolean }> {
  if (hasSpecialCharacters(search))
    throw invalid('records.list.special_characters', [
      { path: 'query.search', code: 'records.list.special_characters' },
    ]);
  const schema = spaceSchema(ctx.spaceId);
  const found: NodeRow[] = [];
  for (let after: string | null = null; accesses.size > 0 && found.length <= mostSearched;) {
    const values: unknown[] = [[...accesses.keys()], after];
    const words = nameKey(search)
      .split(/\s+/u)
      .filter(Boolean)
      .map((word) => `name_key like $${values.push(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`);
    const below = folder === undefined ? '' : ` and path @> array[$${values.push(folder)}::uuid]`;
    const { rows }: { rows: NodeRow[] } = await spaceQuery<NodeRow>(ctx.platform, {
      text: `select ${nodeColumns} from ${schema}.documents_node n where app_id = any($1::text[]) and removed_at is null and ($2::uuid is null or id < $2::uuid) and ${words.join(' and ')}${below}
        and not exists (select 1 from ${schema}.documents_node above where above.id = any(n.path) and above.removed_at is not null) order by id desc limit ${mostSearched + 1}`,
      values,
    });
    found.push(...rows.filter((row) => levelOf(accesses.get(row.app_id)!, row) !== null));
    after = rows.at(-1)?.id ?? null;
    if (rows.length <= mostSearched) break;
  }
  return { nodes: found.slice(0, mostSearched), more: found.length > mostSearched };
}

async function shown(
  ctx: Ctx,
  nodes: readonly NodeRow[],
  accessOf: (node: NodeRow) => AppAccess,
): Promise<FoundNode[]> {
  const names = new Map(
    (await namesOf(ctx, [...new Set(nodes.flatMap(({ path }) => path))])).map(({ id, name }) => [id, name]),
  );
  const views = await viewsOf(ctx, nodes, (row) => levelOf(accessOf(row), row));
  return views.map((view, at) => ({ ...view, place: nodes[at]!.path.map((id) => names.get(id) ?? '') }));
}
