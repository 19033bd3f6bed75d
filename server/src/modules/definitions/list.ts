import type { Definition, definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { includesLevel, levelsUpTo } from '@formwork/contract/definitions/level.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { cursorOf, exactTime, readCursor, type Place } from '../../platform/db/paging.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { levelsOn, visibleIn } from './access.ts';
import { isFor, requireKind } from './registry.ts';
import { viewOf } from './rows.ts';
import type { DefinitionRow } from './tables.ts';

type Input = InputOf<typeof definitionsApi.list>;

interface ListedRow extends DefinitionRow {
  /** To the microsecond: rows of one millisecond keep their place. */
  at: string;
}

/** Those saved last come first; the bin, those that came there last. */
export async function listDefinitions(
  ctx: TxCtx,
  { params, query }: Input,
): Promise<ResponseOf<typeof definitionsApi.list>> {
  const kind = requireKind(ctx, params.kind);
  const limit = query.limit ?? 50;
  const mayCreate = await mayCreateIn(ctx, kind, query.folder === 'top' ? null : (query.folder ?? null));
  const rows: Definition[] = [];
  let cursor = readCursor(query.after, { isId: (id) => id !== '' && !id.includes('\0') });
  // where rights do not come from rules, rows are asked for one by one, and pages filled with those that may be seen
  for (;;) {
    const found = await pageOf(ctx, kind, query, cursor, limit + 1);
    const levels = await levelsOn(ctx, kind, found);
    for (const [index, row] of found.entries()) {
      const level = levels[index] ?? null;
      const gone = row.archived_at !== null && !includesLevel(level, 'own');
      if (level !== null && !gone) {
        if (rows.length === limit) return { rows, next: cursorOf(cursor!), mayCreate };
        rows.push(viewOf(row, levelsUpTo(level)));
      }
      cursor = { at: row.at, id: row.id };
    }
    if (found.length <= limit) return { rows, next: null, mayCreate };
  }
}

async function pageOf(
  ctx: TxCtx,
  kind: AnyDefinitionKind,
  query: Input['query'],
  after: Place | undefined,
  limit: number,
): Promise<ListedRow[]> {
  const order = query.state === 'archived' ? 'archived_at' : 'saved_at';
  let rows = ctx.tx
    .selectFrom('definitions.definition')
    .select([
      'space_id',
      'kind',
      'id',
      'area',
      'app_id',
      'folder',
      'owner',
      'name',
      'tags',
      'words',
      'format',
      'version',
      'saved_by',
      'saved_at',
      'released',
      'released_version',
      'enabled',
      'off_because',
      'archived_at',
      'created_by',
      'created_at',
    ])
    .select(sql`null`.as('draft'))
    .select(sql<string>`${sql.raw(exactTime(order))}`.as('at'))
    .where('space_id', '=', ctx.spaceId)
    .where('kind', '=', kind.kind)
    .where('archived_at', query.state === 'archived' ? 'is not' : 'is', null)
    .orderBy(order, 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (!kind.levelOf) rows = rows.where((await visibleIn(ctx, kind.area)).where(kind.kind));
  if (query.folder !== undefined)
    rows = query.folder === 'top' ? rows.where('folder', 'is', null) : rows.where('folder', '=', query.folder);
  for (const word of (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean))
    rows = rows.where('words', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  if (query.tag !== undefined) rows = rows.where(sql<boolean>`${query.tag} = any(tags)`);
  if (query.favourite)
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('definitions.favourite as mine')
          .select('mine.id')
          .where('mine.space_id', '=', ctx.spaceId)
          .where('mine.person', '=', ctx.user.id)
          .where('mine.kind', '=', kind.kind)
          .whereRef('mine.id', '=', 'definitions.definition.id'),
      ),
    );
  if (query.state === 'draft') rows = rows.where('released', 'is', null);
  if (query.state === 'released') rows = rows.where(sql<boolean>`released_version = version`);
  if (query.state === 'changed') rows = rows.where(sql<boolean>`released_version <> version`);
  if (query.state === 'off') rows = rows.where('enabled', '=', false);
  if (after) rows = rows.where(sql<boolean>`(${sql.ref(order)}, id) < (${after.at}::timestamptz, ${after.id}::text)`);
  return rows.execute();
}

/** By a rule that lets edit in the folder, or by a role that begins definitions of the kind anyway. */
export async function mayCreateIn(ctx: TxCtx, kind: AnyDefinitionKind, folder: string | null): Promise<boolean> {
  const visible = await visibleIn(ctx, kind.area);
  if (includesLevel(visible.levelIn(folder), 'edit')) return true;
  return isFor(ctx.user, kind.permissions.create) && folder === null;
}
