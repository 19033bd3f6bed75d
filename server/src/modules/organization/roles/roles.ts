import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi, RoleHolder, RoleView } from '@formwork/contract/organization/api.ts';
import type { PickedPerson } from '@formwork/contract/organization/picker.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { systemTitles } from '../delegated/systems.ts';
import { membersOfRole } from '../directory/directory-index.ts';
import { directoryOf, forgetDirectory, type Directory } from '../directory/directory.ts';
import { pickedPerson } from '../people/picker.ts';
import type { DirectoryRole } from './role-facts.ts';
import { requireRoleInCare, requireSystemInCare, requireWithinSystem } from './role-reach.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listRoles(ctx: Ctx): Promise<RoleView[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return [...directory.roles.values()].map((role) => viewOf(directory, role));
}

export async function createRole(ctx: Ctx, { body }: Input<'createRole'>): Promise<RoleView> {
  const systemId = body.systemId ?? null;
  await requireSystemInCare(ctx, systemId);
  await requireSystem(ctx, systemId);
  const { result, directory } = await changeOrganization(ctx, (tx) =>
    insertRole(tx, { ...body, groupId: body.groupId ?? null, systemId }),
  );
  return viewOf(directory, roleIn(directory, result));
}

/** A role like another, in its group and with its pages, held by nobody. In the caller's transaction, which then asks for `roleView`. */
export async function copyRole(ctx: TxCtx, roleId: string, name: string): Promise<string> {
  const { description, groupId, systemId } = roleIn(await directoryOf(ctx.platform, ctx.spaceId), roleId);
  const id = await insertRole(ctx, { name, description, groupId, systemId });
  const pages = await ctx.tx
    .selectFrom('organization.page_right')
    .select(['page', 'effect'])
    .where('role_id', '=', roleId)
    .execute();
  if (pages.length > 0)
    await ctx.tx
      .insertInto('organization.page_right')
      .values(pages.map((row) => ({ ...row, space_id: ctx.spaceId, id: newId(), role_id: id })))
      .execute();
  return id;
}

/** A role that was just written in another module's transaction. */
export async function roleView(ctx: Ctx, id: string): Promise<RoleView> {
  forgetDirectory(ctx.platform, ctx.spaceId, { rest: true });
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return viewOf(directory, roleIn(directory, id));
}

async function insertRole(
  ctx: TxCtx,
  {
    groupId,
    systemId,
    ...role
  }: { name: string; description: string; groupId: string | null; systemId: string | null },
): Promise<string> {
  const id = newId();
  await ctx.tx
    .insertInto('organization.role')
    .values({ space_id: ctx.spaceId, id, ...role, group_id: groupId, system_id: systemId })
    .execute();
  await record(ctx, 'organization.role.created', { id, ...role, groupId, ...(systemId !== null && { systemId }) });
  return id;
}

export async function updateRole(ctx: Ctx, { params, body }: Input<'updateRole'>): Promise<RoleView> {
  const id = params.roleId;
  await requireChangeable(ctx, { params, body });
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    roleIn(before, id);
    const { groupId, systemId, ...texts } = body;
    const changes = {
      ...texts,
      ...(groupId === undefined ? {} : { group_id: groupId }),
      ...(systemId === undefined ? {} : { system_id: systemId }),
    };
    if (Object.keys(changes).length === 0) return;
    await tx.tx.updateTable('organization.role').set(changes).where('id', '=', id).execute();
    await record(tx, 'organization.role.changed', { id, ...body });
  });
  return viewOf(directory, roleIn(directory, id));
}

/** Whoever looks after a system's roles changes these alone, and takes them nowhere else. */
export async function requireChangeable(
  ctx: Ctx,
  { params, body }: Pick<Input<'updateRole'>, 'params' | 'body'>,
): Promise<DirectoryRole> {
  const role = await ownRole(ctx, params.roleId);
  if (body.systemId !== undefined) {
    await requireSystemInCare(ctx, body.systemId);
    await requireSystem(ctx, body.systemId);
    if (body.systemId !== role.systemId) await requireWithinSystem(ctx, { ...role, systemId: body.systemId });
  }
  return role;
}

/** Before people come to hold a role: what it gives elsewhere is not handed on by whoever looks after its system. */
export async function requireGivable(ctx: Ctx, roleId: string): Promise<DirectoryRole> {
  const role = await ownRole(ctx, roleId);
  await requireWithinSystem(ctx, role);
  return role;
}

/** For whoever administers it. */
export async function ownRole(ctx: Ctx, roleId: string): Promise<DirectoryRole> {
  const role = roleIn(await directoryOf(ctx.platform, ctx.spaceId), roleId);
  await requireRoleInCare(ctx, role);
  return role;
}

export async function deleteRole(ctx: Ctx, { params }: Input<'deleteRole'>): Promise<null> {
  const id = params.roleId;
  await ownRole(ctx, id);
  await changeOrganization(ctx, async (tx, before) => {
    const { name } = roleIn(before, id);
    await tx.tx.deleteFrom('organization.role').where('id', '=', id).execute();
    await record(tx, 'organization.role.deleted', { id, name });
  });
  return null;
}

export async function listRoleMembers(ctx: Ctx, { params }: Input<'listRoleMembers'>): Promise<PickedPerson[]> {
  return membersIn(await directoryOf(ctx.platform, ctx.spaceId), params.roleId);
}

/** Everybody named must belong to the space; who is disabled stays a member and counts for nothing. */
export async function setRoleMembers(ctx: Ctx, { params, body }: Input<'setRoleMembers'>): Promise<PickedPerson[]> {
  const id = params.roleId;
  await requireGivable(ctx, id);
  const wanted = new Set(body.ids);
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    roleIn(before, id);
    for (const person of wanted) if (!before.people.has(person)) throw notFound('organization.person.not_found');
    // The role's row is the lock: two lists at a time would be mixed.
    const role = await tx.tx
      .selectFrom('organization.role')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!role) throw notFound('organization.role.not_found');
    const rows = await tx.tx
      .selectFrom('organization.role_member')
      .select('account_id')
      .where('role_id', '=', id)
      .execute();
    const current = new Set(rows.map((row) => row.account_id));
    const added = [...wanted].filter((person) => !current.has(person));
    const removed = [...current].filter((person) => !wanted.has(person));
    if (removed.length > 0)
      await tx.tx
        .deleteFrom('organization.role_member')
        .where('role_id', '=', id)
        .where('account_id', 'in', removed)
        .execute();
    if (added.length > 0)
      await tx.tx
        .insertInto('organization.role_member')
        .values(added.map((account_id) => ({ space_id: ctx.spaceId, role_id: id, account_id })))
        .execute();
    if (added.length + removed.length > 0)
      await record(tx, 'organization.role.members_changed', { id, added, removed });
  });
  return membersIn(directory, id);
}

export async function listRoleHolders(ctx: Ctx, { params }: Input<'listRoleHolders'>): Promise<RoleHolder[]> {
  return [...roleIn(await directoryOf(ctx.platform, ctx.spaceId), params.roleId).holders];
}

export async function setRoleHolders(ctx: Ctx, { params, body }: Input<'setRoleHolders'>): Promise<RoleHolder[]> {
  const id = params.roleId;
  await requireGivable(ctx, id);
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    roleIn(before, id);
    for (const holder of body.holders) requireUnit(before, holder);
    await tx.tx.deleteFrom('organization.role_holder').where('role_id', '=', id).execute();
    if (body.holders.length > 0)
      await tx.tx
        .insertInto('organization.role_holder')
        .values(body.holders.map((holder) => ({ ...holder, space_id: ctx.spaceId, role_id: id })))
        .execute();
    await record(tx, 'organization.role.holders_changed', { id, holders: body.holders });
  });
  return [...roleIn(directory, id).holders];
}

function requireUnit(directory: Directory, { kind, id }: RoleHolder): void {
  if (kind === 'department' && !directory.departments.has(id)) throw notFound('organization.department.not_found');
  if (kind === 'post' && !directory.posts.has(id)) throw notFound('organization.post.not_found');
  // whom a private group holds is its owner's to say: it gives no rights
  if (kind === 'group' && directory.groups.get(id)?.kind !== 'public') throw notFound('organization.group.not_found');
}

function membersIn(directory: Directory, roleId: string): PickedPerson[] {
  const members = new Set(roleIn(directory, roleId).namedIds);
  return [...directory.people.values()]
    .filter(({ id }) => members.has(id))
    .map((person) => pickedPerson(directory, person));
}

async function requireSystem(ctx: Ctx, systemId: string | null): Promise<void> {
  if (systemId !== null && !(await systemTitles(ctx)).has(systemId))
    throw notFound('organization.delegated.system_not_found');
}

function roleIn(directory: Directory, id: string): DirectoryRole {
  const role = directory.roles.get(id);
  if (!role) throw notFound('organization.role.not_found');
  return role;
}

function viewOf(directory: Directory, { id, name, description, groupId, systemId }: DirectoryRole): RoleView {
  return {
    id,
    name,
    description,
    groupId,
    systemId,
    members: membersOfRole(directory, id).filter((person) => directory.people.get(person)?.disabled === false).length,
  };
}
