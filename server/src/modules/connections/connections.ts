import type { Connection, connectionsApi } from '@formwork/contract/connections/api.ts';
import { includesLevel, levelsUpTo } from '@formwork/contract/definitions/level.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { usesOf, visibleIn } from '../definitions/public.ts';
import { connectionArea, levelOn, requireConnection, requireMayCreate, type ConnectionRow } from './access.ts';
import { kindViews, requireConnectionKind } from './registry.ts';
import { checkedSettings, mergedSecrets, sealSecrets } from './values.ts';
import { viewOf } from './view.ts';

type Input<Name extends keyof typeof connectionsApi> = InputOf<(typeof connectionsApi)[Name]>;
type Answer<Name extends keyof typeof connectionsApi> = Promise<ResponseOf<(typeof connectionsApi)[Name]>>;

export function listKinds(ctx: TxCtx): Answer<'kinds'> {
  return Promise.resolve(kindViews(ctx.platform));
}

export async function listConnections(ctx: TxCtx, { query }: Input<'list'>): Answer<'list'> {
  const visible = await visibleIn(ctx, connectionArea);
  const rows: Connection[] = [];
  // rights come from folders and rules: pages are filled with those that may be seen
  for (let after = query.after; ;) {
    const found = await pageOf(ctx, query, after);
    for (const row of found) {
      const level = levelOn(visible, row);
      if (level !== null && rows.length === query.limit)
        return { rows, next: after ?? null, mayCreate: includesLevel(visible.levelIn(null), 'edit') };
      if (level !== null) rows.push(viewOf(row, levelsUpTo(level)));
      after = row.name.toLowerCase();
    }
    if (found.length < pageRows) return { rows, next: null, mayCreate: includesLevel(visible.levelIn(null), 'edit') };
  }
}

const pageRows = 200;

/** By name, which is unique: the place of a page is the name before it. */
function pageOf(
  ctx: TxCtx,
  { kind, search }: Input<'list'>['query'],
  after: string | undefined,
): Promise<ConnectionRow[]> {
  let found = ctx.tx
    .selectFrom('connections.connection')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .orderBy(sql`lower(name)`)
    .limit(pageRows);
  if (kind !== undefined) found = found.where('kind', '=', kind);
  if (search)
    found = found.where(sql<boolean>`lower(name) like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`);
  if (after !== undefined) found = found.where(sql<boolean>`lower(name) > ${after}`);
  return found.execute();
}

export async function getConnection(ctx: TxCtx, { params }: Input<'get'>): Promise<Connection> {
  const { row, can } = await requireConnection(ctx, params.connectionId, 'see');
  return viewOf(row, can);
}

export async function createConnection(ctx: TxCtx, { body }: Input<'create'>): Promise<Connection> {
  const kind = requireConnectionKind(ctx.platform, body.kind);
  await requireMayCreate(ctx, body.folder);
  const id = newId();
  const row = await ctx.tx
    .insertInto('connections.connection')
    .values({
      space_id: ctx.spaceId,
      id,
      kind: kind.kind,
      name: body.name,
      folder: body.folder,
      settings: JSON.stringify(checkedSettings(kind, body.settings)),
      ...sealSecrets(ctx, id, mergedSecrets(kind, {}, body.secrets)),
      created_by: ctx.user.id,
      changed_by: ctx.user.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await kind.saved?.(ctx, id, row.settings);
  await record(ctx, 'connections.connection.created', { id, name: body.name, kind: kind.kind });
  return viewOf(row, levelsUpTo('own'));
}

export async function updateConnection(ctx: TxCtx, { params, body }: Input<'update'>): Promise<Connection> {
  const { row, can } = await requireConnection(ctx, params.connectionId, 'edit', { lock: true });
  if (row.version !== body.version) throw conflict('connections.connection.changed_meanwhile');
  if (body.folder !== undefined && body.folder !== row.folder) {
    await requireConnection(ctx, row.id, 'own');
    await requireMayCreate(ctx, body.folder);
  }
  const kind = requireConnectionKind(ctx.platform, row.kind);
  const before = row.settings as Record<string, unknown>;
  const settings = body.settings === undefined ? before : checkedSettings(kind, body.settings);
  const moved = kind.target.filter((key) => JSON.stringify(settings[key]) !== JSON.stringify(before[key]));
  const kept = row.secrets.filter((name) => body.secrets?.[name] === undefined);
  // kept secrets would go where they were never meant to
  if (moved.length > 0 && kept.length > 0)
    throw invalid(
      'connections.connection.secrets_again',
      kept.map((name) => ({ path: `body.secrets.${name}`, code: 'connections.connection.secrets_again' as const })),
    );
  const changedSecrets = Object.keys(body.secrets ?? {});
  const after = await ctx.tx
    .updateTable('connections.connection')
    .set({
      name: body.name ?? row.name,
      folder: body.folder === undefined ? row.folder : body.folder,
      settings: JSON.stringify(settings),
      ...(body.secrets && sealSecrets(ctx, row.id, mergedSecrets(kind, row, body.secrets, ctx))),
      ...(body.settings || body.secrets
        ? { state: 'untested' as const, tested_at: null, test_code: null, test_data: '{}' }
        : {}),
      version: row.version + 1,
      changed_by: ctx.user.id,
      changed_at: new Date(),
    })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (body.settings !== undefined) await kind.saved?.(ctx, row.id, after.settings);
  await record(ctx, 'connections.connection.changed', {
    id: row.id,
    name: after.name,
    before: { name: row.name, ...before },
    after: { name: after.name, ...settings },
    secrets: changedSecrets,
  });
  return viewOf(after, can);
}

export async function connectionUses(ctx: TxCtx, { params }: Input<'uses'>): Answer<'uses'> {
  const { row } = await requireConnection(ctx, params.connectionId, 'see');
  const { uses, hidden } = await usesOf(ctx, { kind: 'connection', id: row.id });
  return { uses: uses.map(({ kind, id, name, of }) => ({ kind, id, name, of })), hidden };
}

export async function removeConnection(ctx: TxCtx, { params, query }: Input<'remove'>): Promise<null> {
  const { row } = await requireConnection(ctx, params.connectionId, 'own', { lock: true });
  await requireUnused(ctx, row, query.accept);
  await ctx.tx
    .deleteFrom('connections.connection')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', row.id)
    .execute();
  await record(ctx, 'connections.connection.removed', { id: row.id, name: row.name, kind: row.kind });
  return null;
}

/** What is in force would fail without it; a draft says so itself when it is released. */
async function requireUnused(ctx: TxCtx, row: ConnectionRow, accept: boolean): Promise<void> {
  const { uses, hidden } = await usesOf(ctx, { kind: 'connection', id: row.id });
  const names = uses.filter(({ of }) => of === 'release').map(({ name }) => name.zh);
  const count = uses.length + hidden;
  if (names.length > 0 || hidden > 0)
    throw conflict('connections.connection.in_use', { count, names: names.join('、') });
  if (count > 0 && !accept) throw conflict('connections.connection.named_by_drafts', { count });
}
