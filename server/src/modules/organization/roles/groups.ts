import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { GroupPart, UserGroup } from '@formwork/contract/organization/groups.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { directoryOf, type Directory, type DirectoryGroup } from '../directory/directory.ts';
import { membersOfGroup } from './group-members.ts';
import { holdNoRoles } from '../departments/units.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listGroups(ctx: Ctx, { query }: Input<'listGroups'>): Promise<UserGroup[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return visibleGroups(ctx, directory, query.app).map((group) => viewOf(ctx, directory, group));
}

export async function createGroup(ctx: Ctx, { body }: Input<'createGroup'>): Promise<UserGroup> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    requireMayPublish(ctx, body.kind);
    requireParts(before, body.scope);
    const { name, kind, appIds, scope } = body;
    await tx.tx
      .insertInto('organization.user_group')
      .values({
        space_id: ctx.spaceId,
        id,
        name,
        kind,
        owner_id: ctx.user.id,
        app_ids: appIds,
        scope: JSON.stringify(scope),
      })
      .execute();
    await record(tx, 'organization.group.created', { id, name, kind, parts: scope.length });
  });
  return viewOf(ctx, directory, groupIn(directory, id));
}

export async function updateGroup(ctx: Ctx, { params, body }: Input<'updateGroup'>): Promise<UserGroup> {
  const id = params.userGroupId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    editableGroup(ctx, before, id);
    const { name, kind, appIds, scope } = body;
    if (kind) requireMayPublish(ctx, kind);
    if (scope) requireParts(before, scope);
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(kind === undefined ? {} : { kind }),
      ...(appIds === undefined ? {} : { app_ids: appIds }),
      ...(scope === undefined ? {} : { scope: JSON.stringify(scope) }),
    };
    if (Object.keys(changes).length === 0) return;
    await tx.tx.updateTable('organization.user_group').set(changes).where('id', '=', id).execute();
    await record(tx, 'organization.group.changed', {
      id,
      ...(name === undefined ? {} : { name }),
      ...(kind === undefined ? {} : { kind }),
      ...(scope === undefined ? {} : { parts: scope.length }),
    });
  });
  return viewOf(ctx, directory, groupIn(directory, id));
}

export async function deleteGroup(ctx: Ctx, { params }: Input<'deleteGroup'>): Promise<null> {
  await changeOrganization(ctx, async (tx, before) => {
    const { id, name } = editableGroup(ctx, before, params.userGroupId);
    await holdNoRoles(tx, { kind: 'group', id });
    await tx.tx.deleteFrom('organization.user_group').where('id', '=', id).execute();
    await record(tx, 'organization.group.deleted', { id, name });
  });
  return null;
}

/** Own groups and public ones; of an application those offered there. */
export function visibleGroups(ctx: Ctx, directory: Directory, app?: string): DirectoryGroup[] {
  return [...directory.groups.values()].filter(
    (group) => isVisible(ctx, group) && (app === undefined || group.appIds.length === 0 || group.appIds.includes(app)),
  );
}

function isVisible(ctx: Ctx, { kind, ownerId }: DirectoryGroup): boolean {
  return kind === 'public' || ownerId === ctx.user.id;
}

/** Public ones decide who is asked to approve: they are the administrators'. */
function mayPublish(ctx: Ctx): boolean {
  return roleHolds(ctx.user.role, 'organization.person.edit');
}

function mayEdit(ctx: Ctx, { kind, ownerId }: DirectoryGroup): boolean {
  return kind === 'public' ? mayPublish(ctx) : ownerId === ctx.user.id;
}

export function requireMayPublish(ctx: Ctx, kind: UserGroup['kind']): void {
  if (kind === 'public' && !mayPublish(ctx)) throw forbidden('organization.group.public_by_administrators');
}

export function editableGroup(ctx: Ctx, directory: Directory, id: string): DirectoryGroup {
  const group = groupIn(directory, id);
  if (!isVisible(ctx, group)) throw notFound('organization.group.not_found');
  if (!mayEdit(ctx, group)) throw forbidden('organization.group.public_by_administrators');
  return group;
}

export function requireParts(directory: Directory, scope: readonly GroupPart[]): void {
  for (const { kind, id } of scope)
    if (!partsOf(directory)[kind].has(id)) throw notFound(`organization.${kind}.not_found`);
}

function partsOf({ people, departments, posts }: Directory) {
  return { person: people, department: departments, post: posts } satisfies Record<
    GroupPart['kind'],
    ReadonlyMap<string, { name: string }>
  >;
}

function groupIn(directory: Directory, id: string): DirectoryGroup {
  const group = directory.groups.get(id);
  if (!group) throw notFound('organization.group.not_found');
  return group;
}

function viewOf(ctx: Ctx, directory: Directory, group: DirectoryGroup): UserGroup {
  const { id, name, kind, ownerId, appIds, scope } = group;
  return {
    id,
    name,
    kind,
    appIds: [...appIds],
    owner: { id: ownerId, name: directory.people.get(ownerId)?.name ?? '' },
    scope: scope.flatMap((part) => {
      const named = partsOf(directory)[part.kind].get(part.id);
      return named ? [{ ...part, name: named.name }] : [];
    }),
    people: membersOfGroup(directory, group).length,
    can: { edit: mayEdit(ctx, group) },
  };
}
