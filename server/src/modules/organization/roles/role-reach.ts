import { routeById, type Route } from '@formwork/contract/routes.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { systemsInCare } from '../delegated/systems.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';
import type { DirectoryRole } from './role-facts.ts';

/** The names of what a role lets people do outside of a system. */
type Reach = (ctx: Ctx, roleId: string, systemId: string) => Promise<string[]>;
const sources = new WeakMap<Platform, Map<string, Reach>>();

/** Modules above say where the rights of a role reach beyond its system; called once each, in their `start`. */
export function knowRoleReach(platform: Platform, name: string, reach: Reach): void {
  const known = sources.get(platform) ?? new Map<string, Reach>();
  sources.set(platform, known.set(name, reach));
}

/** Whoever looks after a system's roles meets these alone; others are shown to everybody, and not theirs to change. */
export async function requireRoleInCare(ctx: Ctx, role: DirectoryRole): Promise<void> {
  const systems = await systemsInCare(ctx, 'roles');
  if (systems && !systems.has(role.systemId ?? '')) throw forbidden('organization.delegated.other_role');
}

/** A role that is put into a system, or taken out of one. */
export async function requireSystemInCare(ctx: Ctx, systemId: string | null): Promise<void> {
  const systems = await systemsInCare(ctx, 'roles');
  if (systems && !systems.has(systemId ?? '')) throw forbidden('organization.delegated.other_system');
}

/** What a role gives beyond its system is handed on by those alone who hold it. */
export async function requireWithinSystem(ctx: Ctx, role: DirectoryRole): Promise<void> {
  if (!(await systemsInCare(ctx, 'roles'))) return;
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  if (directory.people.get(ctx.user.id)?.roleIds.includes(role.id)) return;
  const beyond = pagesOf(directory, role.id, ctx.locale);
  for (const reach of sources.get(ctx.platform)?.values() ?? [])
    beyond.push(...(await reach(ctx, role.id, role.systemId ?? '')));
  if (beyond.length > 0)
    throw forbidden('organization.delegated.role_reaches', { names: beyond.slice(0, 5).join(', ') });
}

function pagesOf({ pageRights }: Directory, roleId: string, locale: string): string[] {
  return [...pageRights.values()]
    .filter(({ grantedTo }) => grantedTo.includes(roleId))
    .map(({ page }) => {
      const title = (routeById as Record<string, Route | undefined>)[page]?.title;
      return title ? title[locale === 'zh-CN' ? 'zh' : 'en'] : page;
    });
}
