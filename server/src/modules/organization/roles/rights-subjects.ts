import { consoleApi } from '@formwork/contract/console/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { organizationApi, type RoleHolder } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { textIn } from '@formwork/contract/text.ts';
import { describeRights, type RightsSubject, type Server } from '../../../platform/http/http.ts';
import { administered } from '../delegated/administered.ts';
import { subjectOfDelegation } from '../delegated/delegated-admins.ts';
import { systemTitles } from '../delegated/systems.ts';
import type { DirectoryRole } from './role-facts.ts';
import { ownRole, requireChangeable, requireGivable } from './roles.ts';
import { personIn } from '../people/person-in.ts';
import { departmentIn } from '../departments/departments.ts';
import { directoryOf } from '../directory/directory.ts';
import { changeOfGroup, endOfGroup, newGroup } from './rights-groups.ts';
import { peopleImport } from './rights-import.ts';
import {
  changeOfPerson,
  mergeOfDepartment,
  moveOfDepartment,
  movesOfPeople,
  newPostOfPeople,
} from './rights-places.ts';

/** For whoever has to judge a change of rights: whom or which role it is about, and how it is now. */
export function describeOrganizationRights(server: Server): void {
  describeRights(server, organizationApi.createPerson, async (ctx, { body }) => {
    const { part, delegate } = await administered(ctx, 'people');
    if (delegate && body.departmentId !== null) departmentIn(part, body.departmentId);
    return { name: body.name };
  });
  describeRights(server, organizationApi.updatePerson, changeOfPerson);
  describeRights(server, organizationApi.movePeople, movesOfPeople);
  describeRights(server, organizationApi.assignPost, newPostOfPeople);
  describeRights(server, organizationApi.updateDepartment, moveOfDepartment);
  describeRights(server, organizationApi.mergeDepartment, mergeOfDepartment);
  describeRights(server, organizationApi.createGroup, newGroup);
  describeRights(server, organizationApi.updateGroup, changeOfGroup);
  describeRights(server, organizationApi.deleteGroup, endOfGroup);
  describeRights(server, organizationApi.startPeopleImport, peopleImport);
  describeRights(server, organizationApi.disablePerson, (ctx, { params }) => person(ctx, params.personId));
  describeRights(server, organizationApi.giveDelegatedAdmin, subjectOfDelegation);
  describeRights(server, organizationApi.enablePerson, (ctx, { params }) => person(ctx, params.personId));
  describeRights(server, organizationApi.handOver, (ctx, { params }) => person(ctx, params.personId));
  describeRights(server, organizationApi.deleteRole, async (ctx, { params }) =>
    role(await ownRole(ctx, params.roleId)),
  );
  describeRights(server, organizationApi.setRoleMembers, async (ctx, { params }) =>
    role(await requireGivable(ctx, params.roleId)),
  );
  describeRights(server, organizationApi.updateRole, async (ctx, input) => {
    const { name, systemId } = await requireChangeable(ctx, input);
    // a role that stays where it is can be renamed by whoever could do so before
    return systemId === input.body.systemId
      ? null
      : {
          name,
          before: { systemId: await systemTitle(ctx, systemId) },
          after: { systemId: await systemTitle(ctx, input.body.systemId ?? null) },
        };
  });
  describeRights(server, organizationApi.setRoleHolders, holders);
  describeRights(server, organizationApi.setPageRights, pages);
  describeRights(server, consoleApi.setGrant, async (ctx, { params }) => {
    const { people, consoleGrants } = await directoryOf(ctx.platform, ctx.spaceId);
    return {
      name: people.get(params.personId)?.name ?? '',
      before: { pages: consoleGrants.get(params.personId) ?? null },
    };
  });
}

async function pages(
  ctx: Ctx,
  { params, body }: InputOf<typeof organizationApi.setPageRights>,
): Promise<RightsSubject> {
  const { roles, pageRights } = await directoryOf(ctx.platform, ctx.spaceId);
  const before = [...pageRights.values()].filter(({ page }) => body.changes.some((change) => change.page === page));
  return { name: roles.get(params.subject)?.name ?? params.subject, before: { changes: before } };
}

async function person(ctx: Ctx, id: string): Promise<RightsSubject> {
  const { part, delegate } = await administered(ctx, 'people');
  const found = delegate ? personIn(part, id) : part.people.get(id);
  return found ? { name: found.name, before: { role: found.role, disabled: found.disabled } } : { name: '' };
}

function role({ name, namedIds }: DirectoryRole): RightsSubject {
  return { name, before: { ids: namedIds } };
}

async function systemTitle(ctx: Ctx, id: string | null): Promise<string | null> {
  return id === null ? null : textIn((await systemTitles(ctx)).get(id), ctx.locale) || id;
}

async function holders(
  ctx: Ctx,
  { params, body }: InputOf<typeof organizationApi.setRoleHolders>,
): Promise<RightsSubject> {
  const found = await requireGivable(ctx, params.roleId);
  const of = (all: readonly RoleHolder[]) => ({
    holders: all.map(({ kind, id, below }) => ({ [`${kind}Id`]: id, ...(below && { below }) })),
  });
  return { name: found.name, before: of(found.holders), after: of(body.holders) };
}
