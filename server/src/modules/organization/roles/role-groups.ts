import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi, RoleGroup } from '@formwork/contract/organization/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listRoleGroups(ctx: Ctx): Promise<RoleGroup[]> {
  return [...(await directoryOf(ctx.platform, ctx.spaceId)).roleGroups.values()];
}

export async function createRoleGroup(ctx: Ctx, { body }: Input<'createRoleGroup'>): Promise<RoleGroup> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    await tx.tx
      .insertInto('organization.role_group')
      .values({ space_id: ctx.spaceId, id, name: body.name, position: before.roleGroups.size })
      .execute();
    await record(tx, 'organization.role_group.created', { id, ...body });
  });
  return groupIn(directory, id);
}

export async function updateRoleGroup(ctx: Ctx, { params, body }: Input<'updateRoleGroup'>): Promise<RoleGroup> {
  const id = params.groupId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    groupIn(before, id);
    await tx.tx.updateTable('organization.role_group').set({ name: body.name }).where('id', '=', id).execute();
    await record(tx, 'organization.role_group.changed', { id, ...body });
  });
  return groupIn(directory, id);
}

export async function deleteRoleGroup(ctx: Ctx, { params }: Input<'deleteRoleGroup'>): Promise<null> {
  const id = params.groupId;
  await changeOrganization(ctx, async (tx, before) => {
    const { name } = groupIn(before, id);
    await tx.tx.updateTable('organization.role').set({ group_id: null }).where('group_id', '=', id).execute();
    await tx.tx.deleteFrom('organization.role_group').where('id', '=', id).execute();
    await record(tx, 'organization.role_group.deleted', { id, name });
  });
  return null;
}

function groupIn(directory: Directory, id: string): RoleGroup {
  const group = directory.roleGroups.get(id);
  if (!group) throw notFound('organization.role_group.not_found');
  return group;
}
