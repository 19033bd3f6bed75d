import {
  kindIcons,
  noMenus,
  terminals,
  type Menu,
  type MenuEntry,
  type Menus,
  type navigationApi,
  type Terminal,
} from '@formwork/contract/console/navigation.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import type { Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { notFound } from '../../platform/errors.ts';
import { directoryOf } from '../organization/public.ts';
import { rowsOf } from './entries.ts';
import type { NavEntryTable } from './tables.ts';
import { destinationsFor, type Destination } from './targets.ts';

type Row = Selectable<NavEntryTable>;

/** The configured menus as the person of the call sees them. */
export async function menusOf(ctx: Ctx): Promise<Menus> {
  if (isOperatorRole(ctx.user.role)) return noMenus;
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) => rowsOf(tx, terminals));
  if (rows.length === 0) return noMenus;
  const seen = await menuMaker(ctx, rows);
  return { web: seen('web'), phone: seen('phone') };
}

/** As another person sees it. */
export async function previewMenu(
  ctx: Ctx,
  { params, query }: InputOf<typeof navigationApi.previewMenu>,
): Promise<Menu | null> {
  const person = (await directoryOf(ctx.platform, ctx.spaceId)).people.get(query.person);
  if (!person) throw notFound('organization.person.not_found');
  const { id, name, login, role } = person;
  const theirs: Ctx = { ...ctx, user: { id, name, login, role, homeSpaceId: ctx.spaceId, sessionId: '' } };
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) => rowsOf(tx, [params.terminal]));
  return (await menuMaker(theirs, rows))(params.terminal);
}

async function menuMaker(ctx: Ctx, rows: readonly Row[]): Promise<(terminal: Terminal) => Menu | null> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const held = new Set(directory.people.get(ctx.user.id)?.roleIds);
  const heldGroups = new Set([...held].flatMap((id) => directory.roles.get(id)?.groupId ?? []));
  const isMeant = ({ roles, role_groups: groups }: Row): boolean =>
    (roles.length === 0 && groups.length === 0) ||
    roles.some((id) => held.has(id)) ||
    groups.some((id) => heldGroups.has(id));
  const shown = rows.filter((row) => !row.hidden && isMeant(row));
  const destination = await destinationsFor(
    ctx,
    shown.map(({ target }) => target),
  );
  const below = Map.groupBy(shown, ({ parent_id }) => parent_id);

  const entryOf = (row: Row): MenuEntry[] => {
    const children = row.target.kind === 'group' ? (below.get(row.id) ?? []).flatMap(entryOf) : [];
    // a group with nothing in it for this person is nothing to them
    const to = row.target.kind === 'group' ? (children.length > 0 ? group : undefined) : destination(row.target);
    if (!to) return [];
    const { name, icon, href } = to;
    return [
      {
        id: row.id,
        title: row.title ?? name,
        icon: row.icon ?? icon,
        ...(href !== '' && { href }),
        newWindow: row.new_window,
        target: row.target,
        children,
      },
    ];
  };
  return (terminal) => {
    if (!rows.some((row) => row.terminal === terminal)) return null;
    const top = (below.get(null) ?? []).filter((row) => row.terminal === terminal);
    return {
      tabs: top.filter(({ tab }) => tab).flatMap(entryOf),
      entries: top.filter(({ tab }) => !tab).flatMap(entryOf),
    };
  };
}

const group: Destination = { name: { zh: '' }, icon: kindIcons.group, href: '' };
