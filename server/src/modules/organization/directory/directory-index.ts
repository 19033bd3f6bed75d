import type { Directory, DirectoryDepartment, DirectoryPerson } from './directory.ts';

/** The departments right below each, in their order; null for the top. */
export const childrenIn = once((directory) => Map.groupBy(directory.departments.values(), ({ parentId }) => parentId));

/** Enabled people in each department and below it, everybody once. */
export const headcountIn = once((directory) => {
  const counts = new Map<string, number>();
  const add = (id: string, count: number) => counts.set(id, (counts.get(id) ?? 0) + count);
  const several: DirectoryPerson[] = [];
  for (const person of directory.people.values()) {
    if (person.disabled) continue;
    if (person.partTime.length > 0) several.push(person);
    else if (person.departmentId !== null) add(person.departmentId, 1);
  }
  // parents come before their children: from the end, what is below has been counted
  const upwards = [...directory.departments.values()].reverse();
  for (const { id, parentId } of upwards) if (parentId !== null && counts.has(id)) add(parentId, counts.get(id)!);
  for (const person of several) {
    const seen = new Set<string>();
    for (const from of departmentsOf(person)) {
      for (
        let at: string | null = from;
        at !== null && !seen.has(at);
        at = directory.departments.get(at)?.parentId ?? null
      ) {
        seen.add(at);
        add(at, 1);
      }
    }
  }
  return counts;
});

/** Everybody who holds a role, by whatever way, in the order of their names. */
export function membersOfRole(directory: Directory, roleId: string): readonly string[] {
  return membersIn(directory).get(roleId) ?? [];
}

const membersIn = once((directory) => {
  const members = new Map<string, string[]>();
  for (const { id, roleIds } of directory.people.values()) {
    for (const role of roleIds) {
      const list = members.get(role);
      if (list) list.push(id);
      else members.set(role, [id]);
    }
  }
  return members;
});

/** People in departments or anywhere below them. */
export function peopleBelow(directory: Directory, departments: readonly string[]): string[] {
  if (departments.length === 0) return [];
  const within = new Set(departments.flatMap((id) => [...subtreeOf(directory, id)]));
  return [...directory.people.values()].flatMap((person) => (isIn(person, within) ? person.id : []));
}

/** Enabled holders of each post: by main position, and part-time. */
export const holdersIn = once((directory) => {
  const holders = new Map<string, { main: number; partTime: number }>();
  const add = (postId: string | null, kind: 'main' | 'partTime') => {
    if (postId === null) return;
    const count = holders.get(postId) ?? { main: 0, partTime: 0 };
    count[kind] += 1;
    holders.set(postId, count);
  };
  for (const person of directory.people.values()) {
    if (person.disabled) continue;
    add(person.postId, 'main');
    for (const { postId } of person.partTime) add(postId, 'partTime');
  }
  return holders;
});

/** A department and all below it. */
export function subtreeOf(directory: Directory, id: string): Set<string> {
  const ids = new Set([id]);
  const children = childrenIn(directory);
  for (const at of ids) for (const child of children.get(at) ?? []) ids.add(child.id);
  return ids;
}

/** The way from the top to a department, itself included. */
export function wayTo(directory: Directory, id: string): DirectoryDepartment[] {
  const way: DirectoryDepartment[] = [];
  for (
    let at = directory.departments.get(id);
    at;
    at = at.parentId === null ? undefined : directory.departments.get(at.parentId)
  )
    way.unshift(at);
  return way;
}

/** Whether a department is another one or lies anywhere below it. */
export function departmentWithin(directory: Directory, id: string | null, above: string): boolean {
  for (let at = id; at !== null; at = directory.departments.get(at)?.parentId ?? null) if (at === above) return true;
  return false;
}

/** Whether somebody is in one of the departments, by the main position or part-time. */
export function isIn(person: DirectoryPerson, departments: ReadonlySet<string>): boolean {
  return (
    (person.departmentId !== null && departments.has(person.departmentId)) ||
    person.partTime.some(({ departmentId }) => departments.has(departmentId))
  );
}

/** Whether somebody holds a post, by the main position or part-time. */
export function holds(person: DirectoryPerson, postId: string): boolean {
  return person.postId === postId || person.partTime.some((position) => position.postId === postId);
}

/** Departments somebody is in, the main one first. */
export function departmentsOf({ departmentId, partTime }: DirectoryPerson): string[] {
  return [...(departmentId === null ? [] : [departmentId]), ...partTime.map((position) => position.departmentId)];
}

/** The name of whatever an id of the organization stands for. */
export function namesIn({
  people,
  departments,
  posts,
  roles,
}: Pick<Directory, 'people' | 'departments' | 'posts' | 'roles'>): (id: string) => string | undefined {
  return (id) => (people.get(id) ?? departments.get(id) ?? posts.get(id) ?? roles.get(id))?.name;
}

/** Worked out when first asked for, kept as long as the directory it was worked out from. */
function once<T>(work: (directory: Directory) => T): (directory: Directory) => T {
  const known = new WeakMap<Directory, { value: T }>();
  return (directory) => {
    const kept = known.get(directory) ?? { value: work(directory) };
    known.set(directory, kept);
    return kept.value;
  };
}
