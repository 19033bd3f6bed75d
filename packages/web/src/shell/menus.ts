import {
  navigationApi,
  noMenus,
  type MenuEntry,
  type Menus,
  type Target,
} from '@formwork/contract/console/navigation.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { NavEntry, NavItem } from '@formwork/ui/frame/navigation.tsx';
import type { ReactNode } from 'react';
import { spacePath } from '../http/call.ts';
import { http } from '../http/client.ts';
import { useLive } from '../live/use-live.ts';
import { observed } from '../observed.ts';
import { pageConfig } from '../page-config.ts';
import { textOf } from '../query-string.ts';
import type { PageInstance } from '../router/router.ts';
import { navIcon } from './icons.tsx';

const menus = observed<Menus>(pageConfig.menus);

/** The menus that the enterprise configured, as this person sees them: they come with the page, and again when they change or the space does. */
export function useMenus(): Menus {
  return menus.use();
}

/** `prefix` is the space's part of the address, which may still lead to another one. */
export async function loadMenus(prefix: string = spacePath()): Promise<void> {
  try {
    menus.set(await http.get<Menus>(`${prefix}/api${navigationApi.menus.path}`));
  } catch {
    // another space's menu is worse than the product's own
    if (prefix !== spacePath()) menus.set(noMenus);
  }
}

/** An administrator changed them: everybody's frame follows at once. */
export function useMenuChanges(): void {
  useLive('console:menus', () => void loadMenus());
}

/** Entries as the side navigation takes them. */
export function navEntriesOf(entries: readonly MenuEntry[], locale: string, { open = false } = {}): NavEntry[] {
  return entries.map((entry) =>
    entry.href === undefined
      ? {
          id: entry.id,
          title: textIn(entry.title, locale),
          icon: navIcon(entry.icon),
          open,
          children: entry.children.map((child) => navItemOf(child, locale)),
        }
      : navItemOf(entry, locale),
  );
}

export function navItemOf(
  { id, title, icon, href = '/', newWindow }: MenuEntry,
  locale: string,
): NavItem & { icon: ReactNode } {
  return { id, title: textIn(title, locale), icon: navIcon(icon), href, newWindow };
}

/** The entry one is at: the one that says most about the page. */
export function currentEntry(
  entries: readonly MenuEntry[],
  page: Pick<PageInstance, 'match' | 'query' | 'params'>,
): string | undefined {
  const flat = entries.flatMap((entry) => [entry, ...entry.children]);
  const rated = flat.map(({ id, target }) => ({ id, fit: fitOf(target, page) })).filter(({ fit }) => fit > 0);
  return rated.sort((a, b) => b.fit - a.fit)[0]?.id;
}

function fitOf(target: Target, { match, query, params }: Pick<PageInstance, 'match' | 'query' | 'params'>): number {
  const route = match?.route.id;
  if (target.kind === 'page') return target.page === route ? 1 : 0;
  if (target.kind !== 'app') return 0;
  const appId = params.appId ?? params.app ?? textOf(query.app);
  if (appId !== target.appId) return 0;
  if (target.formId === null) return 1;
  return target.formId === (textOf(query.form) ?? textOf(query.table) ?? params.form) ? 2 : 0;
}
