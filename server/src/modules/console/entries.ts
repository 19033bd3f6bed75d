import {
  kindIcons,
  menuPages,
  mostEntries,
  mostTabs,
  type EntryPlace,
  type EntrySettings,
  type NavEntry,
  type navigationApi,
  type Terminal,
} from '@formwork/contract/console/navigation.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { navOf } from '@formwork/contract/routes.ts';
import type { Selectable } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import type { NavEntryTable } from './tables.ts';
import { destinationsFor } from './targets.ts';

type Input<Name extends keyof typeof navigationApi> = InputOf<(typeof navigationApi)[Name]>;
type Row = Selectable<NavEntryTable>;

export async function listEntries(ctx: TxCtx, { params }: Pick<Input<'listEntries'>, 'params'>): Promise<NavEntry[]> {
  const rows = await rowsOf(ctx.tx, [params.terminal]);
  const destination = await destinationsFor(
    ctx,
    rows.map(({ target }) => target),
  );
  return rows.map(({ id, parent_id, tab, target, title, icon, new_window, hidden, roles, role_groups }) => {
    const to = destination(target);
    return {
      id,
      parentId: parent_id,
      tab,
      target,
      title,
      icon,
      newWindow: new_window,
      hidden,
      roles,
      roleGroups: role_groups,
      name: target.kind === 'group' ? title : (to?.name ?? null),
      usualIcon: to?.icon ?? kindIcons[target.kind],
    };
  });
}

export async function createEntry(ctx: TxCtx, { params, body }: Input<'createEntry'>): Promise<NavEntry> {
  const rows = await rowsOf(ctx.tx, [params.terminal]);
  if (rows.length >= mostEntries) throw conflict('console.entry.too_many', { count: mostEntries });
  const id = newId();
  checkPlaces(params.terminal, [...rows.map(placed), { id, kind: body.settings.target.kind, ...body.place }]);
  await ctx.tx
    .insertInto('console.nav_entry')
    .values({
      space_id: ctx.spaceId,
      id,
      terminal: params.terminal,
      parent_id: body.place.parentId,
      tab: body.place.tab,
      position: Date.now(),
      ...columnsOf(body.settings),
    })
    .execute();
  await record(ctx, 'console.navigation.changed', {
    id,
    terminal: params.terminal,
    added: body.settings.title?.zh ?? body.settings.target.kind,
  });
  return entryIn(ctx, id);
}

export function getEntry(ctx: TxCtx, { params }: Input<'getEntry'>): Promise<NavEntry> {
  return entryIn(ctx, params.entryId);
}

export async function updateEntry(ctx: TxCtx, { params, body }: Input<'updateEntry'>): Promise<NavEntry> {
  const before = await rowIn(ctx.tx, params.entryId);
  // what holds entries stays a group, and nothing else becomes one
  if ((before.target.kind === 'group') !== (body.target.kind === 'group'))
    throw invalid('console.entry.stays_group', [{ path: 'target.kind', code: 'console.entry.stays_group' }]);
  await ctx.tx.updateTable('console.nav_entry').set(columnsOf(body)).where('id', '=', params.entryId).execute();
  await record(ctx, 'console.navigation.changed', { id: params.entryId, terminal: before.terminal, after: body });
  return entryIn(ctx, params.entryId);
}

export async function deleteEntry(ctx: TxCtx, { params }: Input<'deleteEntry'>): Promise<null> {
  const { terminal, title } = await rowIn(ctx.tx, params.entryId);
  await ctx.tx.deleteFrom('console.nav_entry').where('id', '=', params.entryId).execute();
  await record(ctx, 'console.navigation.changed', { id: params.entryId, terminal, deleted: title?.zh ?? '' });
  return null;
}

export async function arrangeEntries(ctx: TxCtx, { params, body }: Input<'arrangeEntries'>): Promise<NavEntry[]> {
  const rows = await rowsOf(ctx.tx, [params.terminal]);
  const wanted = new Map(body.places.map((place, position) => [place.id, { ...place, position }]));
  for (const id of wanted.keys()) if (!rows.some((row) => row.id === id)) throw notFound('console.entry.not_found');
  checkPlaces(
    params.terminal,
    rows.map((row) => ({ ...placed(row), ...wanted.get(row.id) })),
  );
  for (const { id, parentId, tab, position } of wanted.values())
    await ctx.tx
      .updateTable('console.nav_entry')
      .set({ parent_id: parentId, tab, position })
      .where('id', '=', id)
      .execute();
  await record(ctx, 'console.navigation.arranged', { terminal: params.terminal, count: body.places.length });
  return listEntries(ctx, { params });
}

/** The product's own pages in their order, where there is nothing yet. */
export async function startNavigation(ctx: TxCtx, { params }: Input<'startNavigation'>): Promise<NavEntry[]> {
  const { terminal } = params;
  if ((await rowsOf(ctx.tx, [terminal])).length === 0) {
    const own = menuPages().filter(({ layout }) => layout === 'customer');
    const pages = own
      .map((route) => ({ id: route.id, nav: navOf(route) }))
      .filter(({ nav }) => nav?.side)
      .sort((a, b) => a.nav!.order - b.nav!.order);
    const tabs =
      terminal === 'phone'
        ? own
            .filter(({ phoneTab }) => phoneTab !== undefined)
            .sort((a, b) => a.phoneTab!.order - b.phoneTab!.order)
            .slice(0, mostTabs)
            .map(({ id, phoneTab }) => ({ page: id, tab: true, title: phoneTab!.title ?? null }))
        : [];
    const all = [...tabs, ...pages.map(({ id }) => ({ page: id, tab: false, title: null }))];
    await ctx.tx
      .insertInto('console.nav_entry')
      .values(
        all.map(({ page, tab, title }, position) => ({
          space_id: ctx.spaceId,
          id: newId(),
          terminal,
          parent_id: null,
          tab,
          position,
          ...columnsOf({
            target: { kind: 'page', page },
            title,
            icon: null,
            newWindow: false,
            hidden: false,
            roles: [],
            roleGroups: [],
          }),
        })),
      )
      .execute();
    await record(ctx, 'console.navigation.started', { terminal });
  }
  return listEntries(ctx, { params });
}

export async function resetNavigation(ctx: TxCtx, { params }: Input<'resetNavigation'>): Promise<null> {
  await ctx.tx.deleteFrom('console.nav_entry').where('terminal', '=', params.terminal).execute();
  await record(ctx, 'console.navigation.reset', { terminal: params.terminal });
  return null;
}

export function rowsOf(tx: ControlTx, terminals: readonly Terminal[]): Promise<Row[]> {
  return tx
    .selectFrom('console.nav_entry')
    .selectAll()
    .where('terminal', 'in', terminals)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

interface Placed extends EntryPlace {
  id: string;
  kind: EntrySettings['target']['kind'];
}

const placed = ({ id, target, parent_id, tab }: Row): Placed => ({ id, kind: target.kind, parentId: parent_id, tab });

/** Two levels: groups stand at the top, entries there or in a group; tabs are for phones, few, and no groups. */
function checkPlaces(terminal: Terminal, all: readonly Placed[]): void {
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  for (const { kind, parentId, tab } of all) {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parentId !== null && (parent?.kind !== 'group' || kind === 'group' || tab))
      throw conflict('console.entry.wrong_place');
    if (tab && (terminal !== 'phone' || kind === 'group')) throw conflict('console.entry.wrong_place');
  }
  if (all.filter(({ tab }) => tab).length > mostTabs)
    throw conflict('console.entry.too_many_tabs', { count: mostTabs });
}

function columnsOf({ target, title, icon, newWindow, hidden, roles, roleGroups }: EntrySettings) {
  return {
    target: JSON.stringify(target),
    title: title && JSON.stringify(title),
    icon,
    new_window: newWindow,
    hidden,
    roles,
    role_groups: roleGroups,
  };
}

async function rowIn(tx: ControlTx, id: string): Promise<Row> {
  const row = await tx.selectFrom('console.nav_entry').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('console.entry.not_found');
  return row;
}

async function entryIn(ctx: TxCtx, id: string): Promise<NavEntry> {
  const { terminal } = await rowIn(ctx.tx, id);
  return (await listEntries(ctx, { params: { terminal } })).find((entry) => entry.id === id)!;
}
