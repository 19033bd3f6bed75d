import { sql } from 'kysely';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { membersOf } from '../../identity/public.ts';
import { readConsoleGrants } from '../roles/console-facts.ts';
import { readDelegatedGrants } from '../delegated/delegated-facts.ts';
import { peopleBelow } from './directory-index.ts';
import type { Directory, DirectoryDepartment, DirectoryPerson } from './directory.ts';
import { byName } from '../people/pinyin.ts';
import { readRoles } from '../roles/role-facts.ts';
import { withHeldRoles, withRolesOf } from '../roles/role-holding.ts';
import '../tables.ts';
import type { Touched } from '../departments/touched.ts';

/** Sorted by the database: comparing 100,000 Chinese names here would hold up every other request for seconds. */
const nameOrder = sql`name collate platform.by_name`;

export function loadDirectory(platform: Platform, spaceId: string): Promise<Directory> {
  return inControl(platform.facts, spaceId, async (tx) => {
    const people = await readPeople(tx, spaceId);
    const departments = await tx
      .selectFrom('organization.department')
      .select(departmentColumns)
      .orderBy('position')
      .orderBy(nameOrder)
      .execute();
    return withHeldRoles({
      people: byId(people),
      departments: inTreeOrder(departments.map(asDepartment)),
      ...(await readRest(tx)),
    });
  });
}

/** The directory with what was touched read again. Departments and people are never removed, only disabled. */
export function patchDirectory(
  platform: Platform,
  spaceId: string,
  before: Directory,
  touched: Touched,
): Promise<Directory> {
  return inControl(platform.facts, spaceId, async (tx) => {
    const people = touched.people?.length ? await readPeople(tx, spaceId, touched.people) : [];
    const departments = await readDepartments(tx, touched);
    const rest = touched.rest ? await readRest(tx) : {};
    const next = {
      ...before,
      ...rest,
      people: withPeople(before.people, people),
      departments: withDepartments(before.departments, departments),
    };
    if (touched.rest) return withHeldRoles(next);
    const moved = departments.filter(
      ({ id, parentId }) => before.departments.has(id) && before.departments.get(id)?.parentId !== parentId,
    );
    return withRolesOf(next, [
      ...people.map(({ id }) => id),
      ...peopleBelow(
        next,
        moved.map(({ id }) => id),
      ),
    ]);
  });
}

const departmentColumns = ['id', 'parent_id', 'name', 'position', 'head_id', 'virtual', 'disabled'] as const;
type DepartmentRow = Omit<DirectoryDepartment, 'parentId' | 'headId'> & {
  parent_id: string | null;
  head_id: string | null;
};

async function readPeople(tx: ControlTx, spaceId: string, ids?: readonly string[]): Promise<DirectoryPerson[]> {
  const members = await membersOf(tx, spaceId, ids);
  let personQuery = tx
    .selectFrom('organization.person')
    .select(['account_id', 'department_id', 'superior_id', 'post_id', 'supplier_id']);
  let partTimeQuery = tx
    .selectFrom('organization.part_time')
    .select(['account_id', 'department_id', 'post_id'])
    .orderBy('account_id')
    .orderBy('department_id');
  if (ids) {
    personQuery = personQuery.where('account_id', 'in', [...ids]);
    partTimeQuery = partTimeQuery.where('account_id', 'in', [...ids]);
  }
  const places = new Map((await personQuery.execute()).map((row) => [row.account_id, row]));
  const partTimes = Map.groupBy(await partTimeQuery.execute(), (row) => row.account_id);
  return members.map((member): DirectoryPerson => {
    const place = places.get(member.id);
    return {
      ...member,
      departmentId: place?.department_id ?? null,
      postId: place?.post_id ?? null,
      superiorId: place?.superior_id ?? null,
      supplierId: place?.supplier_id ?? null,
      partTime:
        partTimes
          .get(member.id)
          ?.map(({ department_id, post_id }) => ({ departmentId: department_id, postId: post_id })) ?? none,
      roleIds: none,
    };
  });
}

/** One list for the many who have none. */
const none: never[] = [];

async function readDepartments(
  tx: ControlTx,
  { departments = [], siblingsOf = [] }: Touched,
): Promise<DirectoryDepartment[]> {
  if (departments.length + siblingsOf.length === 0) return [];
  const parents = siblingsOf.filter((id) => id !== null);
  const rows = await tx
    .selectFrom('organization.department')
    .select(departmentColumns)
    .where((eb) =>
      eb.or([
        ...(departments.length > 0 ? [eb('id', 'in', [...departments])] : []),
        ...(parents.length > 0 ? [eb('parent_id', 'in', parents)] : []),
        ...(siblingsOf.includes(null) ? [eb('parent_id', 'is', null)] : []),
      ]),
    )
    .execute();
  return rows.map(asDepartment);
}

async function readRest(tx: ControlTx): Promise<Omit<Directory, 'people' | 'departments'>> {
  const grades = await tx
    .selectFrom('organization.grade')
    .select(['id', 'name', 'rank'])
    .orderBy('rank')
    .orderBy(nameOrder)
    .execute();
  const posts = await tx
    .selectFrom('organization.post')
    .select(['id', 'name', 'description', 'grade_id', 'disabled'])
    .orderBy(nameOrder)
    .execute();
  const suppliers = await tx
    .selectFrom('organization.supplier')
    .select(['id', 'name', 'disabled'])
    .orderBy(nameOrder)
    .execute();
  const groups = await tx
    .selectFrom('organization.user_group')
    .select(['id', 'name', 'kind', 'owner_id', 'app_ids', 'scope'])
    .orderBy(nameOrder)
    .execute();
  const rank = new Map(grades.map((grade) => [grade.id, grade.rank]));
  const rankOf = ({ grade_id }: { grade_id: string | null }) => rank.get(grade_id ?? '') ?? Infinity;
  return {
    grades: byId(grades),
    // posts of one rank stay in the order of their names; none has the last place, and Infinity - Infinity is no number
    posts: byId(
      posts
        .sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
        .map(({ grade_id, ...post }) => ({ ...post, gradeId: grade_id })),
    ),
    suppliers: byId(suppliers),
    groups: byId(groups.map(({ owner_id, app_ids, ...group }) => ({ ...group, ownerId: owner_id, appIds: app_ids }))),
    ...(await readRoles(tx)),
    consoleGrants: await readConsoleGrants(tx),
    delegated: await readDelegatedGrants(tx),
  };
}

/** New people and new names find their place among the others; who keeps the name keeps the place. */
function withPeople(before: Directory['people'], read: readonly DirectoryPerson[]): Directory['people'] {
  if (read.length === 0) return before;
  const next = new Map(before);
  const placed = read.filter((person) => before.get(person.id)?.name !== person.name);
  // the roles of before, until they are worked out again
  for (const person of read)
    next.set(person.id, { ...person, roleIds: before.get(person.id)?.roleIds ?? person.roleIds });
  if (placed.length === 0) return next;
  for (const { id } of placed) next.delete(id);
  const ordered = [...next.values()];
  for (const person of placed) ordered.splice(placeIn(ordered, person), 0, person);
  return byId(ordered);
}

function placeIn(ordered: readonly { name: string }[], one: { name: string }): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byName(ordered[middle]!, one) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withDepartments(
  before: Directory['departments'],
  read: readonly DirectoryDepartment[],
): Directory['departments'] {
  if (read.length === 0) return before;
  const next = new Map(before);
  for (const department of read) next.set(department.id, department);
  const inPlace = read.every(
    ({ id, parentId, position }) => before.get(id)?.parentId === parentId && before.get(id)?.position === position,
  );
  if (inPlace) return next;
  return inTreeOrder([...next.values()].sort((a, b) => a.position - b.position));
}

/** Parents before their children; the rows come in the order of their siblings. */
function inTreeOrder(rows: readonly DirectoryDepartment[]): Map<string, DirectoryDepartment> {
  const children = Map.groupBy(rows, (row) => row.parentId);
  const ordered = new Map<string, DirectoryDepartment>();
  const open = [...(children.get(null) ?? [])].reverse();
  for (let row = open.pop(); row; row = open.pop()) {
    ordered.set(row.id, row);
    const below = children.get(row.id) ?? none;
    for (let at = below.length - 1; at >= 0; at -= 1) open.push(below[at]!);
  }
  return ordered;
}

function asDepartment({ parent_id, head_id, ...row }: DepartmentRow): DirectoryDepartment {
  return { ...row, parentId: parent_id, headId: head_id };
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
