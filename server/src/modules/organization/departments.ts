import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Department, organizationApi } from '@formwork/contract/organization/api.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { changeOrganization } from './change.ts';
import { directoryOf, type Directory, type DirectoryDepartment } from './directory.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listDepartments(ctx: Ctx): Promise<Department[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const counts = peopleByDepartment(directory);
  return [...directory.departments.values()].map((department) => viewOf(directory, department, counts));
}

export async function createDepartment(ctx: Ctx, { body }: Input<'createDepartment'>): Promise<Department> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    if (body.parentId !== null) usable(before, body.parentId);
    if (body.headId) requirePerson(before, body.headId);
    await lockTree(tx);
    await tx.tx
      .insertInto('organization.department')
      .values({ space_id: ctx.spaceId, id, parent_id: body.parentId, name: body.name, position: siblings(before, body.parentId).length, head_id: body.headId ?? null })
      .execute();
    await record(tx, 'organization.department.created', { id, ...body });
  });
  return departmentIn(directory, id);
}

export async function updateDepartment(ctx: Ctx, { params, body }: Input<'updateDepartment'>): Promise<Department> {
  const id = params.departmentId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const current = before.departments.get(id);
    if (!current) throw notFound('organization.department.not_found');
    if (body.headId) requirePerson(before, body.headId);
    const { name, headId } = body;
    const changes = { ...(name === undefined ? {} : { name }), ...(headId === undefined ? {} : { head_id: headId }) };
    if (Object.keys(changes).length > 0) await tx.tx.updateTable('organization.department').set(changes).where('id', '=', id).execute();
    if (body.parentId !== undefined || body.position !== undefined) await move(tx, before, current, body.parentId === undefined ? current.parentId : body.parentId, body.position);
    await record(tx, 'organization.department.changed', { id, ...body });
  });
  return departmentIn(directory, id);
}

export async function disableDepartment(ctx: Ctx, { params }: Input<'disableDepartment'>): Promise<Department> {
  const id = params.departmentId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    if (!before.departments.has(id)) throw notFound('organization.department.not_found');
    await lockTree(tx);
    const inside = await tx.tx.selectFrom('organization.department').select('id').where('parent_id', '=', id).where('disabled', '=', false).limit(1).executeTakeFirst();
    if (inside || [...before.people.values()].some((person) => person.departmentId === id && !person.disabled)) throw conflict('organization.department.not_empty');
    await setDisabled(tx, id, true);
  });
  return departmentIn(directory, id);
}

export async function enableDepartment(ctx: Ctx, { params }: Input<'enableDepartment'>): Promise<Department> {
  const id = params.departmentId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const current = before.departments.get(id);
    if (!current) throw notFound('organization.department.not_found');
    if (current.parentId !== null) usable(before, current.parentId);
    await setDisabled(tx, id, false);
  });
  return departmentIn(directory, id);
}

/** The department, and it is in use. */
export function usable(directory: Directory, id: string): DirectoryDepartment {
  const department = directory.departments.get(id);
  if (!department) throw notFound('organization.department.not_found');
  if (department.disabled) throw conflict('organization.department.disabled');
  return department;
}

/** Whether a department is another one or lies anywhere below it. */
export function departmentWithin(directory: Directory, id: string | null, above: string): boolean {
  for (let at = id; at !== null; at = directory.departments.get(at)?.parentId ?? null) if (at === above) return true;
  return false;
}

function departmentIn(directory: Directory, id: string): Department {
  const department = directory.departments.get(id);
  if (!department) throw notFound('organization.department.not_found');
  return viewOf(directory, department, peopleByDepartment(directory));
}

/** Puts a department among the children of a parent and numbers them anew. */
async function move(tx: TxCtx, before: Directory, department: DirectoryDepartment, parentId: string | null, position: number | undefined): Promise<void> {
  await lockTree(tx);
  if (parentId !== null) {
    usable(before, parentId);
    if (await isBelow(tx, parentId, department.id)) throw conflict('organization.department.inside_itself');
  }
  const others = siblings(before, parentId).filter(({ id }) => id !== department.id);
  others.splice(position ?? others.length, 0, department);
  await tx.tx.updateTable('organization.department').set({ parent_id: parentId }).where('id', '=', department.id).execute();
  for (const [place, { id }] of others.entries()) await tx.tx.updateTable('organization.department').set({ position: place }).where('id', '=', id).execute();
}

/** Read inside the lock: two moves at a time could otherwise make a ring. */
async function isBelow(tx: TxCtx, id: string, above: string): Promise<boolean> {
  const rows = await tx.tx.selectFrom('organization.department').select(['id', 'parent_id']).execute();
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) if (at === above) return true;
  return false;
}

/** One change of the tree at a time in a space. */
async function lockTree({ tx, spaceId }: TxCtx): Promise<void> {
  await tx.selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.val(treeLock), eb.fn('hashtext', [eb.val(spaceId)])]).as('locked')).execute();
}

const treeLock = 4_011_980;

async function setDisabled(tx: TxCtx, id: string, disabled: boolean): Promise<void> {
  await tx.tx.updateTable('organization.department').set({ disabled }).where('id', '=', id).execute();
  await record(tx, disabled ? 'organization.department.disabled' : 'organization.department.enabled', { id });
}

function siblings(directory: Directory, parentId: string | null): DirectoryDepartment[] {
  return [...directory.departments.values()].filter((department) => department.parentId === parentId);
}

function requirePerson(directory: Directory, id: string): void {
  const person = directory.people.get(id);
  if (!person) throw notFound('organization.person.not_found');
  if (person.disabled) throw conflict('organization.person.disabled');
}

function peopleByDepartment(directory: Directory): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { departmentId, disabled } of directory.people.values()) if (!disabled) counts.set(departmentId, (counts.get(departmentId) ?? 0) + 1);
  return counts;
}

function viewOf(directory: Directory, { id, parentId, name, position, headId, disabled }: DirectoryDepartment, counts: Map<string | null, number>): Department {
  const head = headId === null ? undefined : directory.people.get(headId);
  return { id, parentId, name, position, head: head ? { id: head.id, name: head.name } : null, disabled, people: counts.get(id) ?? 0 };
}
