import { kindIcons, menuPages, type Target } from '@formwork/contract/console/navigation.ts';
import type { App } from '@formwork/contract/forms/api.ts';
import { fillPattern, mayOpen, navOf, pathTo, type Route } from '@formwork/contract/routes.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { listApps } from '../forms/public.ts';
import { closedPages, delegatedPartsOf, directoryOf } from '../organization/public.ts';

/** What an entry leads to, as somebody may open it. */
export interface Destination {
  name: Text;
  icon: string;
  href: string;
}

/** Answers what a target is to the person of the call; nothing where it is gone or not theirs to open. */
export async function destinationsFor(
  ctx: Ctx & { tx?: ControlTx },
  targets: readonly Target[],
): Promise<(target: Target) => Destination | undefined> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const closed = new Set(closedPages(directory, ctx.user));
  const delegated = delegatedPartsOf(directory, ctx.user);
  const { platform } = ctx.platform.config;
  const pages = menuPages().filter(
    (route) =>
      mayOpen(route, ctx.user.role, delegated) &&
      !closed.has(route.id) &&
      (route.system === undefined || route.system.includes(platform)),
  );
  const pageById = new Map(pages.map((route) => [route.id, route]));
  // applications are many: they are read where an entry asks for one
  const apps = targets.some(({ kind }) => kind === 'app')
    ? new Map((await listApps(ctx)).apps.map((app) => [app.id, app]))
    : new Map<string, App>();
  const to = {
    group: () => undefined,
    page: ({ page }: Extract<Target, { kind: 'page' }>) => pageDestination(pageById.get(page)),
    app: ({ appId, formId }: Extract<Target, { kind: 'app' }>) => appDestination(apps.get(appId), formId),
    link: ({ url }: Extract<Target, { kind: 'link' }>): Destination => ({
      name: { zh: url },
      icon: kindIcons.link,
      href: url,
    }),
  } satisfies { [K in Target['kind']]: (target: Extract<Target, { kind: K }>) => Destination | undefined };
  return (target) => (to[target.kind] as (target: Target) => Destination | undefined)(target);
}

function pageDestination(route: Route | undefined): Destination | undefined {
  return route && { name: route.title, icon: navOf(route)?.icon ?? 'me', href: fillPattern(route.pattern, {}) };
}

/** Forms without a release are nobody's to open from a menu. */
function appDestination(app: App | undefined, formId: string | null): Destination | undefined {
  const forms = app?.forms.filter((form) => form.release !== null && form.can.view) ?? [];
  if (!app || forms.length === 0) return undefined;
  if (formId === null)
    return { name: app.title, icon: app.icon ?? kindIcons.app, href: pathTo('appList', { appId: app.id }) };
  const form = forms.find(({ id }) => id === formId);
  return form && { name: form.title, icon: 'form', href: pathTo('appList', { appId: app.id }, { form: formId }) };
}
