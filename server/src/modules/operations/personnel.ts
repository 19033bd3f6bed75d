import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { personnelApi, StaffMember } from '@formwork/contract/operations/staff.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import {
  dropSession,
  findAccount,
  givePassword,
  grantsOf,
  insertAccount,
  operatorRoles,
  operatorStaff,
  othersWithEverything,
  setStaffRoles,
  updateMember,
  type StaffRow,
} from '../identity/public.ts';
import { newPassword } from '../organization/public.ts';
import { isWithin, requireWithin } from './roles.ts';

type Input<Name extends keyof typeof personnelApi> = InputOf<(typeof personnelApi)[Name]>;
type Answer<Name extends keyof typeof personnelApi> = Promise<ResponseOf<(typeof personnelApi)[Name]>>;
type Held = Pick<Input<'update'>['body'], 'everything' | 'roleIds'>;

export async function listPersonnel(ctx: TxCtx, { query }: Input<'list'>): Answer<'list'> {
  const { search, ...page } = query;
  const { rows, total } = await operatorStaff(ctx.tx, ctx.spaceId, { search }, page);
  const views: StaffMember[] = [];
  for (const row of rows) views.push(await viewOf(ctx, row));
  return { rows: views, total };
}

export async function createStaff(ctx: Ctx, { body }: Input<'create'>): Answer<'create'> {
  const { name, login } = body;
  if (await findAccount(ctx, login))
    throw invalid('identity.account.login_taken', [{ path: 'login', code: 'identity.account.login_taken' }]);
  const password = newPassword();
  const person = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx = { ...ctx, tx };
    await requireMayGive(inTx, body);
    const id = await insertAccount(
      tx,
      ctx.spaceId,
      { login, name, role: 'root', password },
      { given: true, once: true },
    );
    await setStaffRoles(tx, ctx.spaceId, id, body);
    await record(inTx, 'identity.account.created', { id, login, role: 'root' });
    await record(inTx, 'operations.staff.created', {
      id,
      name,
      login,
      everything: body.everything,
      roles: body.roleIds,
    });
    return staffView(inTx, id);
  });
  return { person, password };
}

export function updateStaff(ctx: Ctx, { params, body }: Input<'update'>): Promise<StaffMember> {
  return change(ctx, params.personId, async (tx, before) => {
    await requireMayGive(tx, body);
    if (before.everything && !body.everything) await requireAnother(tx, before);
    if (body.name !== before.name) await updateMember(tx, before.id, { name: body.name });
    await setStaffRoles(tx.tx, ctx.spaceId, before.id, body);
    await record(tx, 'operations.staff.changed', {
      id: before.id,
      name: body.name,
      before: { everything: before.everything, roles: before.roles.map(({ name }) => name) },
      after: { everything: body.everything, roles: body.roleIds },
    });
  });
}

export function disableStaff(ctx: Ctx, { params }: Input<'disable'>): Promise<StaffMember> {
  return change(ctx, params.personId, async (tx, before) => {
    if (before.everything) await requireAnother(tx, before);
    await updateMember(tx, before.id, { disabled: true });
    await record(tx, 'operations.staff.disabled', { id: before.id, name: before.name });
  });
}

export function enableStaff(ctx: Ctx, { params }: Input<'enable'>): Promise<StaffMember> {
  return change(ctx, params.personId, async (tx, before) => {
    await updateMember(tx, before.id, { disabled: false });
    await record(tx, 'operations.staff.enabled', { id: before.id, name: before.name });
  });
}

/** Good for one sign-in, in which the person chooses another one. */
export async function resetStaffPassword(ctx: Ctx, { params }: Input<'reset'>): Answer<'reset'> {
  const password = newPassword();
  await change(ctx, params.personId, async (tx, before) => {
    await givePassword(tx, before.id, password, { once: true });
    await record(tx, 'operations.staff.password_reset', { id: before.id, name: before.name });
  });
  return { password };
}

/** Of somebody else who holds no more than the caller does; holds at once on all processes. */
async function change(
  ctx: Ctx,
  id: string,
  work: (tx: TxCtx, before: StaffRow) => Promise<void>,
): Promise<StaffMember> {
  const person = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx = { ...ctx, tx };
    const {
      rows: [before],
    } = await operatorStaff(tx, ctx.spaceId, { id }, { offset: 0, limit: 1 });
    if (!before) throw notFound('operations.staff.not_found');
    if (id === ctx.user.id) throw conflict('operations.staff.own_account');
    if (!(await isWithinReach(inTx, before))) throw forbidden('operations.role.beyond_own');
    await work(inTx, before);
    return staffView(inTx, id);
  });
  dropSession(ctx.platform, { accountId: id });
  return person;
}

async function requireMayGive(ctx: TxCtx, { everything, roleIds }: Held): Promise<void> {
  if (everything && ctx.user.grants !== undefined) throw forbidden('operations.role.beyond_own');
  const roles = await operatorRoles(ctx.tx);
  for (const id of roleIds) {
    const role = roles.find((one) => one.id === id);
    if (!role) throw invalid('operations.role.not_found', [{ path: 'roleIds', code: 'operations.role.not_found' }]);
    requireWithin(ctx, role.grants);
  }
}

/** Without somebody who holds everything nobody could give it again. */
async function requireAnother(ctx: TxCtx, { id }: StaffRow): Promise<void> {
  if ((await othersWithEverything(ctx.tx, ctx.spaceId, id)) === 0) throw conflict('operations.staff.nobody_left');
}

async function isWithinReach({ tx, user }: TxCtx, { id, everything }: StaffRow): Promise<boolean> {
  if (user.grants === undefined) return true;
  return !everything && isWithin(user, (await grantsOf(tx, id)) ?? []);
}

async function staffView(ctx: TxCtx, id: string): Promise<StaffMember> {
  const {
    rows: [row],
  } = await operatorStaff(ctx.tx, ctx.spaceId, { id }, { offset: 0, limit: 1 });
  return viewOf(ctx, row!);
}

async function viewOf(ctx: TxCtx, row: StaffRow): Promise<StaffMember> {
  const edit = holds(ctx.user, 'operations.staff.edit') && row.id !== ctx.user.id && (await isWithinReach(ctx, row));
  return { ...row, lastSeenAt: row.lastSeenAt?.toISOString() ?? null, can: { edit } };
}
