import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { enterpriseRoles, type Role } from '../roles.ts';
import { isWhole, navOf, routes, type Route } from '../routes.ts';
import { Text, Title } from '../text.ts';

export const terminals = ['web', 'phone'] as const;
export type Terminal = (typeof terminals)[number];

/** Places of phones that show at the bottom all the time. */
export const mostTabs = 5;
export const mostEntries = 300;

/** An address of ours, or one of the web; never a script. */
const Address = z
  .string()
  .trim()
  .max(500)
  .refine((url) => /^https?:\/\/[^\s/]/i.test(url) || /^\/(?![/\\])\S*$/.test(url), { error: 'address' });

export const Target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group') }),
  z.object({ kind: z.literal('page'), page: z.string().max(60) }),
  z.object({ kind: z.literal('app'), appId: shortId, formId: shortId.nullable() }),
  z.object({ kind: z.literal('link'), url: Address }),
]);
export type Target = z.infer<typeof Target>;
export const targetKinds = ['group', 'page', 'app', 'link'] as const satisfies readonly Target['kind'][];

/** What stands for a target that has no icon itself. */
export const kindIcons = { group: 'folder', page: 'menu', app: 'apps', link: 'link' } as const satisfies Record<
  Target['kind'],
  string
>;

/** Where an entry stands: below a group or at the top; a tab is at the bottom of a phone. */
export const EntryPlace = z.object({ parentId: uuid.nullable(), tab: z.boolean() });
export type EntryPlace = z.infer<typeof EntryPlace>;

export const EntrySettings = z
  .object({
    target: Target,
    /** Null: the name of what it leads to. */
    title: Title.nullable(),
    /** Name of an icon of the design system; null: that of what it leads to. */
    icon: z.string().max(60).nullable(),
    newWindow: z.boolean(),
    hidden: z.boolean(),
    /** Shown to who holds one of these or a role of these groups; to everybody where both are empty. It gives no right. */
    roles: z.array(uuid).max(200),
    roleGroups: z.array(uuid).max(200),
  })
  .refine(({ target, title }) => title !== null || (target.kind !== 'group' && target.kind !== 'link'), {
    path: ['title'],
    error: 'needed',
  });
export type EntrySettings = z.infer<typeof EntrySettings>;

export const NavEntry = z.object({
  id: uuid,
  ...EntryPlace.shape,
  ...EntrySettings.shape,
  /** Of what it leads to; null where that is gone. */
  name: Text.nullable(),
  /** Its icon while it has none of its own. */
  usualIcon: z.string(),
});
export type NavEntry = z.infer<typeof NavEntry>;

/** An entry as somebody sees it: what they may not open is not among them. */
export interface MenuEntry {
  id: string;
  title: Text;
  icon: string;
  /** Absent for a group. */
  href?: string | undefined;
  newWindow: boolean;
  /** What it is the current one of. */
  target: Target;
  children: MenuEntry[];
}
export const MenuEntry: z.ZodType<MenuEntry> = z.object({
  id: uuid,
  title: Text,
  icon: z.string(),
  href: z.string().optional(),
  newWindow: z.boolean(),
  target: Target,
  get children() {
    return z.array(MenuEntry);
  },
});
export const Menu = z.object({ tabs: z.array(MenuEntry), entries: z.array(MenuEntry) });
export type Menu = z.infer<typeof Menu>;

/** Null where nothing is configured: then the product's own navigation holds. */
export const Menus = z.object({ web: Menu.nullable(), phone: Menu.nullable() });
export type Menus = z.infer<typeof Menus>;
export const noMenus: Menus = { web: null, phone: null };

const edits = 'console.navigation.edit';
const ofTerminal = z.object({ terminal: z.enum(terminals) });
const ofEntry = z.object({ entryId: uuid });
const Entries = z.array(NavEntry);

export const navigationApi = {
  menus: endpoint({
    method: 'GET',
    path: '/console/menus',
    permission: 'signed-in',
    summary: 'The configured menus as the one who asks sees them.',
    response: Menus,
  }),
  listEntries: endpoint({
    method: 'GET',
    path: '/console/navigation/:terminal',
    permission: edits,
    summary: 'All entries of a menu in their order.',
    params: ofTerminal,
    response: Entries,
  }),
  startNavigation: endpoint({
    method: 'PUT',
    path: '/console/navigation/:terminal',
    permission: edits,
    summary: "Begin with the product's own navigation; entries that are there stay as they are.",
    params: ofTerminal,
    response: Entries,
  }),
  resetNavigation: endpoint({
    method: 'DELETE',
    path: '/console/navigation/:terminal',
    permission: edits,
    summary: "Delete all entries of a menu: the product's own navigation holds again.",
    params: ofTerminal,
    response: nothing,
  }),
  previewMenu: endpoint({
    method: 'GET',
    path: '/console/navigation/:terminal/preview',
    permission: edits,
    summary: 'A menu as a person sees it.',
    params: ofTerminal,
    query: z.object({ person: uuid }),
    response: Menu.nullable(),
  }),
  arrangeEntries: endpoint({
    method: 'PUT',
    path: '/console/navigation/:terminal/arrangement',
    permission: edits,
    summary: 'The order of the entries and where each stands; what is not named goes behind.',
    params: ofTerminal,
    body: z.object({ places: z.array(z.object({ id: uuid, ...EntryPlace.shape })).max(mostEntries) }),
    response: Entries,
  }),
  createEntry: endpoint({
    method: 'POST',
    path: '/console/navigation/:terminal/entries',
    permission: edits,
    summary: 'Add an entry, as the last one of its place.',
    params: ofTerminal,
    body: z.object({ place: EntryPlace, settings: EntrySettings }),
    response: NavEntry,
  }),
  getEntry: endpoint({
    method: 'GET',
    path: '/console/entries/:entryId',
    permission: edits,
    summary: 'One entry with its settings.',
    params: ofEntry,
    response: NavEntry,
  }),
  updateEntry: endpoint({
    method: 'PUT',
    path: '/console/entries/:entryId',
    permission: edits,
    summary: 'Change the settings of an entry.',
    params: ofEntry,
    body: EntrySettings,
    response: NavEntry,
  }),
  deleteEntry: endpoint({
    method: 'DELETE',
    path: '/console/entries/:entryId',
    permission: edits,
    summary: 'Delete an entry, of a group those in it too.',
    params: ofEntry,
    response: nothing,
  }),
};

/** Pages that an entry can lead to: of an enterprise, and whole without anything named in the address. */
export function menuPages(): Route[] {
  return (routes as readonly Route[]).filter(
    (route) =>
      (route.layout === 'customer' || route.layout === 'index') &&
      navOf(route) !== undefined &&
      isWhole(route) &&
      route.owner.some((role) => (enterpriseRoles as readonly Role[]).includes(role)),
  );
}
