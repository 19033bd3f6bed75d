import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi, PickedPerson, RoleView } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { changeOrganization } from './change.ts';
import { directoryOf, type Directory, type DirectoryRole } from './directory.ts';
import { pickedPerson } from './picker.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listRoles(ctx: Ctx): Promise<RoleView[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return [...directory.roles.values()].map((role) => viewOf(directory, role));
}

export async function createRole(ctx: Ctx, { body }: Input<'createRole'>): Promise<RoleView> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx) => {
    await tx.tx.insertInto('organization.role').values({ space_id: ctx.spaceId, id, ...body }).execute();
    await record(tx, 'organization.role.created', { id, ...body });
  });
  return viewOf(directory, roleIn(directory, id));
}

export async function updateRole(ctx: Ctx, { params, body }: Input<'updateRole'>): Promise<RoleView> {
  const id = params.roleId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    roleIn(before, id);
    const changes = { ...(body.name === undefined ? {} : { name: body.name }), ...(body.description === undefined ? {} : { description: body.description }) };
    if (Object.keys(changes).length === 0) return;
    await tx.tx.updateTable('organization.role').set(changes).where('id', '=', id).execute();
    await record(tx, 'organization.role.changed', { id, ...changes });
  });
  return viewOf(directory, roleIn(directory, id));
}

export async function deleteRole(ctx: Ctx, { params }: Input<'deleteRole'>): Promise<null> {
  const id = params.roleId;
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
  const wanted = new Set(body.ids);
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    roleIn(before, id);
    for (const person of wanted) if (!before.people.has(person)) throw notFound('organization.person.not_found');
    // The role's row is the lock: two lists at a time would be mixed.
    const role = await tx.tx.selectFrom('organization.role').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!role) throw notFound('organization.role.not_found');
    const rows = await tx.tx.selectFrom('organization.role_member').select('account_id').where('role_id', '=', id).execute();
    const current = new Set(rows.map((row) => row.account_id));
    const added = [...wanted].filter((person) => !current.has(person));
    const removed = [...current].filter((person) => !wanted.has(person));
    if (removed.length > 0) await tx.tx.deleteFrom('organization.role_member').where('role_id', '=', id).where('account_id', 'in', removed).execute();
    if (added.length > 0) await tx.tx.insertInto('organization.role_member').values(added.map((account_id) => ({ space_id: ctx.spaceId, role_id: id, account_id }))).execute();
    if (added.length + removed.length > 0) await record(tx, 'organization.role.members_changed', { id, added, removed });
  });
  return membersIn(directory, id);
}

function membersIn(directory: Directory, roleId: string): PickedPerson[] {
  const members = new Set(roleIn(directory, roleId).memberIds);
  return [...directory.people.values()].filter(({ id }) => members.has(id)).map((person) => pickedPerson(directory, person));
}

function roleIn(directory: Directory, id: string): DirectoryRole {
  const role = directory.roles.get(id);
  if (!role) throw notFound('organization.role.not_found');
  return role;
}

function viewOf(directory: Directory, { id, name, description, memberIds }: DirectoryRole): RoleView {
  return { id, name, description, members: memberIds.filter((person) => directory.people.get(person)?.disabled === false).length };
}
