import type { InputOf } from '@formwork/contract/endpoint.ts';
import { holds, operatorGrants } from '@formwork/contract/operations/grants.ts';
import type { OperatorRole, operatorRolesApi } from '@formwork/contract/operations/staff.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import {
  changeOperatorRole,
  dropSession,
  insertOperatorRole,
  operatorRoles,
  removeOperatorRole,
  type RoleRow,
} from '../identity/public.ts';

type Input<Name extends keyof typeof operatorRolesApi> = InputOf<(typeof operatorRolesApi)[Name]>;

export async function listOperatorRoles(ctx: TxCtx): Promise<OperatorRole[]> {
  return (await operatorRoles(ctx.tx)).map((role) => viewOf(ctx, role));
}

export async function createOperatorRole(ctx: Ctx, { body }: Input<'create'>): Promise<OperatorRole> {
  requireWithin(ctx, body.grants);
  const id = newId();
  return change(ctx, id, async (tx) => {
    await insertOperatorRole(tx.tx, ctx.spaceId, { id, ...body });
    await record(tx, 'operations.role.created', { id, ...body });
  });
}

export async function updateOperatorRole(ctx: Ctx, { params, body }: Input<'update'>): Promise<OperatorRole> {
  requireWithin(ctx, body.grants);
  return change(ctx, params.roleId, async (tx) => {
    const before = await roleWithin(tx, params.roleId);
    await changeOperatorRole(tx.tx, before.id, body);
    await record(tx, 'operations.role.changed', {
      id: before.id,
      name: body.name,
      before: before.grants,
      after: body.grants,
    });
  });
}

export async function deleteOperatorRole(ctx: Ctx, { params }: Input<'remove'>): Promise<null> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx = { ...ctx, tx };
    const { id, name, grants } = await roleWithin(inTx, params.roleId);
    await removeOperatorRole(tx, id);
    await record(inTx, 'operations.role.removed', { id, name, before: grants });
  });
  dropSession(ctx.platform, { spaceId: ctx.spaceId });
  return null;
}

/** Nobody gives, changes or takes away more than they hold themselves. */
export function requireWithin({ user }: Ctx, grants: readonly string[]): void {
  if (!isWithin(user, grants)) throw forbidden('operations.role.beyond_own');
}

export function isWithin(user: Ctx['user'], grants: readonly string[]): boolean {
  return grants.every((grant) => !operatorGrants.includes(grant as Permission) || holds(user, grant as Permission));
}

async function roleWithin(ctx: TxCtx, id: string): Promise<RoleRow> {
  const role = (await operatorRoles(ctx.tx)).find((one) => one.id === id);
  if (!role) throw notFound('operations.role.not_found');
  requireWithin(ctx, role.grants);
  return role;
}

/** Holds at once for everybody of the staff, on all processes. */
async function change(ctx: Ctx, id: string, work: (tx: TxCtx) => Promise<void>): Promise<OperatorRole> {
  const role = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await work({ ...ctx, tx });
    return viewOf(
      ctx,
      (await operatorRoles(tx)).find((one) => one.id === id)!,
    );
  });
  dropSession(ctx.platform, { spaceId: ctx.spaceId });
  return role;
}

function viewOf({ user }: Ctx, role: RoleRow): OperatorRole {
  return { ...role, can: { edit: holds(user, 'operations.role.edit') && isWithin(user, role.grants) } };
}
