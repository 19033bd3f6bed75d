import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi, PageRight } from '@formwork/contract/organization/api.ts';
import { closedOperatorPages } from '@formwork/contract/operations/grants.ts';
import { routeById, type Route } from '@formwork/contract/routes.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { delegatedPartsOf } from '../delegated/administered.ts';
import { closedConsolePages } from './console-facts.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

/** Ids of the pages that the person's outer role would let them open and their own roles do not. Administrators of the space open what their role does, in the console what they hold. */
export function closedPages(directory: Directory, { id, role }: { id: string; role: string }): string[] {
  const { pageRights, people } = directory;
  if (role === 'admin') return closedConsolePages(directory, id);
  if (pageRights.size === 0) return [];
  const held = people.get(id)?.roleIds ?? [];
  const holds = (roles: readonly string[]): boolean => roles.some((one) => held.includes(one));
  return [...pageRights.values()]
    .filter(({ closed, grantedTo, refusedTo }) => holds(refusedTo) || (closed && !holds(grantedTo)))
    .map(({ page }) => page);
}

/** The same for the one who asks, for a page that enters another space. */
export async function myClosedPages(ctx: Ctx): Promise<{ pages: string[]; delegated: DelegatedPart[] }> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return {
    pages: [...closedPages(directory, ctx.user), ...closedOperatorPages(ctx.user)],
    delegated: delegatedPartsOf(directory, ctx.user),
  };
}

export async function listPageRights(ctx: Ctx): Promise<PageRight[]> {
  return [...(await directoryOf(ctx.platform, ctx.spaceId)).pageRights.values()];
}

export async function setPageRights(ctx: Ctx, { params, body }: Input<'setPageRights'>): Promise<PageRight[]> {
  const roleId = params.subject === 'everyone' ? null : params.subject;
  const { directory } = await changeOrganization(ctx, async ({ tx, ...rest }, before) => {
    if (roleId !== null && !before.roles.has(roleId)) throw notFound('organization.role.not_found');
    for (const { page, effect } of body.changes) {
      if (!isGuarded(page)) throw notFound('organization.page.not_found');
      await tx
        .deleteFrom('organization.page_right')
        .where('page', '=', page)
        .where('role_id', roleId === null ? 'is' : '=', roleId)
        .execute();
      if (effect !== null)
        await tx
          .insertInto('organization.page_right')
          .values({ space_id: ctx.spaceId, id: newId(), page, role_id: roleId, effect })
          .execute();
    }
    await record({ ...rest, tx }, 'organization.page_right.changed', {
      subject: params.subject,
      changes: body.changes,
    });
  });
  return [...directory.pageRights.values()];
}

/** Pages that visitors open, and the home page that leads to all others, are nobody's to close. */
function isGuarded(page: string): boolean {
  const route = (routeById as Record<string, Route | undefined>)[page];
  return route !== undefined && route.owner.length > 0 && route.id !== 'home';
}
