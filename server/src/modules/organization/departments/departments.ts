import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import {
  departmentDepthMax,
  type Department,
  type DepartmentStep,
} from '@formwork/contract/organization/departments.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization, type OrganizationTx } from '../change.ts';
import { shownFor, type Administered } from '../delegated/administered.ts';
import { requireBelow, requireInside, requireOwnRoles } from '../delegated/limits.ts';
import { childrenIn, headcountIn, isIn, peopleBelow, wayTo } from '../directory/directory-index.ts';
import type { Directory, DirectoryDepartment } from '../directory/directory.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listTree(ctx: Ctx, { query }: Input<'listTree'>): Promise<{ rows: Department[]; total: number }> {
  const directory = await shownFor(ctx, query.administering);
  const { parent, disabled = false, offset, limit } = query;
  if (parent !== undefined) departmentIn(directory, parent);
  const all = shownChildren(directory, parent ?? null, disabled);
  return {
    rows: all.slice(offset, offset + limit).map((department) => viewOf(directory, department, disabled)),
    total: all.length,
  };
}

export async function getDepartment(
  ctx: Ctx,
  { params, query }: Input<'getDepartment'>,
): Promise<Department & { way: DepartmentStep[] }> {
  const directory = await shownFor(ctx, query.administering);
  const department = departmentIn(directory, params.departmentId);
  const way = wayTo(directory, department.id).map(({ id, name, parentId }) => ({
    id,
    name,
    index: Math.max(
      0,
      shownChildren(directory, parentId, query.disabled ?? false).findIndex((sibling) => sibling.id === id),
    ),
  }));
  return { ...viewOf(directory, department, query.disabled ?? false), way };
}

export async function createDepartment(ctx: Ctx, { body }: Input<'createDepartment'>): Promise<Department> {
  const id = newId();
  const { name, parentId, headId = null, virtual = false } = body;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      requireInside(tx.care, parentId);
      if (parentId !== null) usable(before, parentId);
      requireDepth(tx.care.whole, parentId, 1);
      if (headId !== null) requirePerson(before, headId);
      await lockTree(tx);
      await tx.tx
        .insertInto('organization.department')
        .values({
          space_id: ctx.spaceId,
          id,
          parent_id: parentId,
          name,
          position: nextPosition(parentId),
          head_id: headId,
          virtual,
        })
        .execute();
      await record(tx, 'organization.department.created', { id, name, parentId, headId, virtual });
      tx.touch({ departments: [id] });
    },
    'people',
  );
  return viewOf(directory, departmentIn(directory, id), true);
}

export async function updateDepartment(ctx: Ctx, { params, body }: Input<'updateDepartment'>): Promise<Department> {
  const id = params.departmentId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      const current = departmentIn(before, id);
      requireBelow(tx.care, id);
      requireInside(tx.care, body.parentId);
      const { name, parentId, beforeId } = body;
      // a head from elsewhere, whom a delegate is not shown, stays
      const headId = body.headId === null && current.headId === null ? undefined : body.headId;
      if (headId) requirePerson(before, headId);
      const changes = { ...(name === undefined ? {} : { name }), ...(headId === undefined ? {} : { head_id: headId }) };
      if (Object.keys(changes).length > 0)
        await tx.tx.updateTable('organization.department').set(changes).where('id', '=', id).execute();
      if (parentId !== undefined) await move(tx, before, current, parentId, beforeId ?? null);
      await record(tx, 'organization.department.changed', {
        id,
        ...body,
        headId,
        ...(parentId === undefined ? {} : { siblingsOf: [parentId] }),
      });
      tx.touch({ departments: [id] });
    },
    'people',
  );
  return viewOf(directory, departmentIn(directory, id), true);
}

export async function disableDepartment(ctx: Ctx, { params }: Input<'disableDepartment'>): Promise<Department> {
  const id = params.departmentId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      departmentIn(before, id);
      requireBelow(tx.care, id);
      await lockTree(tx);
      const inside = await tx.tx
        .selectFrom('organization.department')
        .select('id')
        .where('parent_id', '=', id)
        .where('disabled', '=', false)
        .limit(1)
        .executeTakeFirst();
      const only = new Set([id]);
      if (inside || [...tx.care.whole.people.values()].some((person) => !person.disabled && isIn(person, only)))
        throw conflict('organization.department.not_empty');
      await setDisabled(tx, id, true);
    },
    'people',
  );
  return viewOf(directory, departmentIn(directory, id), true);
}

export async function enableDepartment(ctx: Ctx, { params }: Input<'enableDepartment'>): Promise<Department> {
  const id = params.departmentId;
  const { directory } = await changeOrganization(
    ctx,
    async (tx, before) => {
      const { parentId } = departmentIn(before, id);
      requireBelow(tx.care, id);
      if (parentId !== null) usable(before, parentId);
      await setDisabled(tx, id, false);
    },
    'people',
  );
  return viewOf(directory, departmentIn(directory, id), true);
}

/** The department, and it is in use. */
export function usable(directory: Directory, id: string): DirectoryDepartment {
  const department = departmentIn(directory, id);
  if (department.disabled) throw conflict('organization.department.disabled');
  return department;
}

export function departmentIn(directory: Directory, id: string): DirectoryDepartment {
  const department = directory.departments.get(id);
  if (!department) throw notFound('organization.department.not_found');
  return department;
}

export function viewOf(
  directory: Directory,
  { id, parentId, name, headId, virtual, disabled }: DirectoryDepartment,
  withDisabled: boolean,
): Department {
  const head = directory.people.get(headId ?? '');
  return {
    id,
    parentId,
    name,
    virtual,
    disabled,
    head: head ? { id: head.id, name: head.name } : null,
    people: headcountIn(directory).get(id) ?? 0,
    children: shownChildren(directory, id, withDisabled).length,
  };
}

/** One change of the tree at a time in a space. */
export async function lockTree({ tx, spaceId }: TxCtx): Promise<void> {
  await tx
    .selectNoFrom((eb) =>
      eb.fn('pg_advisory_xact_lock', [eb.val(treeLock), eb.fn('hashtext', [eb.val(spaceId)])]).as('locked'),
    )
    .execute();
}

const treeLock = 4_011_980;

/** The end of the siblings. */
export function nextPosition(parentId: string | null) {
  return sql<number>`(select coalesce(max(position) + 1, 0) from organization.department where parent_id is not distinct from ${parentId}::uuid)`;
}

/** Read inside the lock: two moves at a time could otherwise make a ring. */
export async function requireNotBelow({ tx }: TxCtx, id: string, above: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select id, parent_id from organization.department where id = ${id}
      union all
      select d.id, d.parent_id from organization.department d join way on d.id = way.parent_id
    )
    select id from way where id = ${above}`.execute(tx);
  if (rows.length > 0) throw conflict('organization.department.inside_itself');
}

export function requireDepth(directory: Directory, parentId: string | null, levels: number): void {
  const above = parentId === null ? 0 : wayTo(directory, parentId).length;
  if (above + levels > departmentDepthMax)
    throw conflict('organization.department.too_deep', { most: departmentDepthMax });
}

export function heightOf(directory: Directory, id: string): number {
  let height = 0;
  for (let level = [id]; level.length > 0; height += 1)
    level = level.flatMap((at) => (childrenIn(directory).get(at) ?? []).map((child) => child.id));
  return height;
}

/** Departments that come below another one have what it gives to those below it. */
export function requireOwnRolesBelow(care: Administered, departments: readonly string[], parentId: string): void {
  const { whole, delegate } = care;
  if (!delegate) return;
  const moved = new Map(whole.departments);
  for (const id of departments) moved.set(id, { ...moved.get(id)!, parentId });
  const people = peopleBelow(whole, departments).map((id) => whole.people.get(id)!);
  requireOwnRoles(care, people, { ...whole, departments: moved });
}

/** Puts a department among the children of a parent; of the others only those are written that get another number. */
async function move(
  tx: OrganizationTx,
  before: Directory,
  { id, parentId: from }: DirectoryDepartment,
  parentId: string | null,
  beforeId: string | null,
): Promise<void> {
  await lockTree(tx);
  if (parentId !== null && parentId !== from) {
    usable(before, parentId);
    await requireNotBelow(tx, parentId, id);
    requireDepth(tx.care.whole, parentId, heightOf(before, id));
    requireOwnRolesBelow(tx.care, [id], parentId);
  }
  await tx.tx.updateTable('organization.department').set({ parent_id: parentId }).where('id', '=', id).execute();
  await sql`
    with others as (
      select id, row_number() over (order by position, name collate platform.by_name) - 1 as place
      from organization.department where parent_id is not distinct from ${parentId}::uuid and id <> ${id}
    ), target as (
      select coalesce((select place from others where id = ${beforeId}::uuid), (select count(*) from others)) as place
    ), numbered as (
      select o.id, o.place + (o.place >= t.place)::int as place from others o, target t
      union all select ${id}::uuid, t.place from target t
    )
    update organization.department d set position = n.place from numbered n where d.id = n.id and d.position <> n.place`.execute(
    tx.tx,
  );
  tx.touch({ siblingsOf: [parentId] });
}

async function setDisabled(tx: OrganizationTx, id: string, disabled: boolean): Promise<void> {
  await tx.tx.updateTable('organization.department').set({ disabled }).where('id', '=', id).execute();
  await record(tx, disabled ? 'organization.department.disabled' : 'organization.department.enabled', { id });
  tx.touch({ departments: [id] });
}

function shownChildren(directory: Directory, parentId: string | null, withDisabled: boolean): DirectoryDepartment[] {
  const children = childrenIn(directory).get(parentId) ?? [];
  return withDisabled ? children : children.filter(({ disabled }) => !disabled);
}

function requirePerson(directory: Directory, id: string): void {
  const person = directory.people.get(id);
  if (!person) throw notFound('organization.person.not_found');
  if (person.disabled) throw conflict('organization.person.disabled');
}
