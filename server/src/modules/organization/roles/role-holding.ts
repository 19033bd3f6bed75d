import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { departmentsOf } from '../directory/directory-index.ts';
import { namedBy } from './group-members.ts';

/** The directory with what roles each person holds: by name, or through departments, posts and groups. */
export function withHeldRoles(directory: Directory): Directory {
  return withRolesOf(directory, [...directory.people.keys()]);
}

/** The same after some people were read again, or came to stand below other departments. Those whose roles stay the same stay the same. */
export function withRolesOf(directory: Directory, ids: readonly string[]): Directory {
  if (ids.length === 0) return directory;
  const held = rolesIn(directory);
  const changed = ids.flatMap((id): DirectoryPerson[] => {
    const person = directory.people.get(id)!;
    const roleIds = held(person);
    return isSame(roleIds, person.roleIds) ? [] : [{ ...person, roleIds }];
  });
  if (changed.length === 0) return directory;
  const people = new Map(directory.people);
  for (const person of changed) people.set(person.id, person);
  return { ...directory, people };
}

const none: readonly string[] = [];

/** The roles that somebody holds, or would hold if they stood so. */
export function rolesIn(directory: Directory): (person: DirectoryPerson) => readonly string[] {
  const named = new Map<string, string[]>();
  for (const { id, namedIds } of directory.roles.values()) {
    for (const person of namedIds) {
      const list = named.get(person);
      if (list) list.push(id);
      else named.set(person, [id]);
    }
  }
  const units = [...directory.roles.values()].flatMap(({ id, holders }) =>
    holders.map((holder) => ({ ...holder, role: id })),
  );
  if (units.length === 0) return ({ id }) => named.get(id) ?? none;

  const byUnit = Map.groupBy(units, ({ id }) => id);
  const byPost = new Map([...byUnit].map(([id, held]) => [id, held.map(({ role }) => role)]));
  const ofDepartment = rolesOfDepartments(directory, byUnit);
  const groups = units
    .filter(({ kind }) => kind === 'group')
    .flatMap(({ id, role }) => {
      const group = directory.groups.get(id);
      return group?.kind === 'public' ? [{ role, holds: namedBy(directory, group.scope) }] : [];
    });
  // most people have their roles by one way alone: they share its list
  return (person) => {
    const ways = [named.get(person.id) ?? none, ...departmentsOf(person).map(ofDepartment)];
    for (const id of [person.postId, ...person.partTime.map(({ postId }) => postId)])
      ways.push(byPost.get(id ?? '') ?? none);
    for (const { role, holds } of groups) if (holds(person)) ways.push([role]);
    const given = ways.filter((way) => way.length > 0);
    return given.length <= 1 ? (given[0] ?? none) : [...new Set(given.flat())];
  };
}

/** Roles that a department's people hold through it, or through one above that gives them to those below it too. */
function rolesOfDepartments(
  directory: Directory,
  byUnit: ReadonlyMap<string, readonly { role: string; below: boolean }[]>,
): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const inherited = new Map<string, readonly string[]>();
  const passedOn = (id: string | null): readonly string[] => {
    if (id === null) return none;
    let roles = inherited.get(id);
    if (!roles) {
      const own = (byUnit.get(id) ?? []).filter(({ below }) => below).map(({ role }) => role);
      const above = passedOn(directory.departments.get(id)?.parentId ?? null);
      inherited.set(id, (roles = own.length === 0 ? above : [...new Set([...above, ...own])]));
    }
    return roles;
  };
  return (id) => {
    let roles = known.get(id);
    if (!roles) {
      const above = passedOn(directory.departments.get(id)?.parentId ?? null);
      const own = byUnit.get(id);
      known.set(id, (roles = own ? [...new Set([...above, ...own.map(({ role }) => role)])] : above));
    }
    return roles;
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((id, at) => b[at] === id));
}
