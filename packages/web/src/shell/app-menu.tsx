import type { App, FormSummary } from '@formwork/contract/forms/api.ts';
import { madePages, type AppMenuEntry, type MadeKind } from '@formwork/contract/forms/app-menu.ts';
import type { Role } from '@formwork/contract/roles.ts';
import {
  fillPattern,
  isWhole,
  mayOpen,
  navOf,
  pathOfPage,
  pathTo,
  routes,
  type Route,
} from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { NavEntry, NavItem } from '@formwork/ui/frame/navigation.tsx';
import { appAddress } from '../apps/address.ts';
import { keepActing } from '../http/acting-for.ts';
import type { Translate } from '../i18n/i18n.ts';
import { isClosed, lookedAfter } from '../session/session.ts';
import { navIcon } from './icons.tsx';

/** What stands for a target while nobody chose another sign. */
export const usualIcons = {
  form: 'form',
  view: 'calendar',
  dashboard: 'chart',
  screen: 'screen',
  portal: 'layout',
  page: 'menu',
  link: 'link',
} as const satisfies Record<Exclude<AppMenuEntry['target']['kind'], 'made'> | MadeKind, string>;

/** The entries of an application: as its maker arranged them, what was made since at the end; else its forms in their order. */
export function appMenuEntries(
  app: App,
  forms: readonly FormSummary[],
  role: Role,
  locale: string,
  t: Translate,
): NavEntry[] {
  if (app.kind === 'files')
    return [{ id: 'files', title: t('shell.app.documents'), icon: navIcon('folder'), href: appAddress(app) }];
  const menu = app.menu ?? [];
  const named = new Set(
    menu.flatMap(({ entries }) => entries.flatMap(({ target }) => (target.kind === 'form' ? target.formId : []))),
  );
  return [
    ...menu.flatMap(({ id, title, entries }): NavEntry[] => {
      const children = entries.filter(({ hidden }) => !hidden).flatMap(itemOf);
      if (children.length === 0) return [];
      return title ? [{ section: id, title: textIn(title, locale), closed: false, children }] : children;
    }),
    ...forms.filter(({ id }) => !named.has(id)).map((form) => formItem(form)),
  ];

  function itemOf({ id, target, title, icon }: AppMenuEntry): NavItem[] {
    const own = { ...(title && { title: textIn(title, locale) }), ...(icon !== null && { icon: navIcon(icon) }) };
    if (target.kind === 'form') {
      const form = forms.find((each) => each.id === target.formId);
      return form ? [{ ...formItem(form), ...own }] : [];
    }
    if (target.kind === 'view') {
      const form = forms.find((each) => each.id === target.formId);
      const href = pathTo('appList', { appId: app.id }, { form: target.formId, label: target.viewId });
      return form ? [{ id, title: '', icon: navIcon(usualIcons.view), ...own, href: keepActing(href) }] : [];
    }
    if (target.kind === 'made') {
      const page = madePages[target.of];
      const href = pathOfPage(page, { id: target.id });
      const route = (routes as readonly Route[]).find((each) => each.id === page);
      if (href === undefined || !route || !mayOpen(route, role, lookedAfter()) || isClosed(route.id)) return [];
      const newWindow = route.newWindow === true;
      return [{ id, title: '', icon: navIcon(usualIcons[target.of]), ...own, href, newWindow }];
    }
    if (target.kind === 'page') {
      const route = (routes as readonly Route[]).find((each) => each.id === target.page);
      if (!route || !isWhole(route) || !mayOpen(route, role, lookedAfter()) || isClosed(route.id)) return [];
      const usual = { title: textIn(route.title, locale), icon: navIcon(navOf(route)?.icon ?? 'menu') };
      return [{ id, ...usual, ...own, href: fillPattern(route.pattern, {}) }];
    }
    const isForeign = !target.url.startsWith('/');
    return [{ id, title: target.url, icon: navIcon(usualIcons.link), ...own, href: target.url, newWindow: isForeign }];
  }

  function formItem(form: FormSummary): NavItem & { id: string } {
    return {
      id: form.id,
      title: textIn(form.title, locale),
      icon: navIcon(usualIcons.form),
      href: keepActing(pathTo('appList', { appId: app.id }, { form: form.id })),
    };
  }
}
