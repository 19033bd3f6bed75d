import type { Directory, DirectoryPerson } from './directory.ts';
import { departmentsOf } from './directory-index.ts';
import { namedBy } from './group-members.ts';
import type { DirectoryRole } from './role-facts.ts';

/** The directory with what roles each person holds: by name, or through departments, posts and groups. Those whose roles stay the same stay the same. */
export function withHeldRoles(directory: Directory): Directory {
  const held = heldRoles(directory);
  const people = new Map<string, DirectoryPerson>();
  const members = new Map<string, string[]>();
  for (const [id, person] of directory.people) {
    const roleIds = held(person);
    people.set(id, isSame(roleIds, person.roleIds) ? person : { ...person, roleIds });
    for (const role of roleIds) {
      const list = members.get(role);
      if (list) list.push(id);
      else members.set(role, [id]);
    }
  }
  const roles = new Map<string, DirectoryRole>();
  for (const [id, role] of directory.roles) roles.set(id, { ...role, memberIds: members.get(id) ?? none });
  return { ...directory, people, roles };
}

/**
 * The same after some people were read again. Only where roles are held through departments, posts or groups can such a
 * change reach others.
 */
export function withRolesOf(directory: Directory, changed: readonly DirectoryPerson[]): Directory {
  if ([...directory.roles.values()].some(({ holders }) => holders.length > 0)) return withHeldRoles(directory);
  if (changed.length === 0) return directory;
  const people = new Map(directory.people);
  for (const { id } of changed) {
    const roleIds = [...directory.roles.values()].flatMap((role) => (role.namedIds.includes(id) ? [role.id] : []));
    people.set(id, { ...people.get(id)!, roleIds });
  }
  return { ...directory, people };
}

const none: readonly string[] = [];

function heldRoles(directory: Directory): (person: DirectoryPerson) => readonly string[] {
  const named = new Map<string, string[]>();
  for (const { id, namedIds } of directory.roles.values()) {
    for (const person of namedIds) {
      const list = named.get(person);
      if (list) list.push(id);
      else named.set(person, [id]);
    }
  }
  const units = [...directory.roles.values()].flatMap(({ id, holders }) => holders.map((holder) => ({ ...holder, role: id })));
  if (units.length === 0) return ({ id }) => named.get(id) ?? none;

  const byUnit = Map.groupBy(units, ({ id }) => id);
  const ofDepartment = rolesOfDepartments(directory, byUnit);
  const groups = units.filter(({ kind }) => kind === 'group').flatMap(({ id, role }) => {
    const group = directory.groups.get(id);
    return group?.kind === 'public' ? [{ role, holds: namedBy(directory, group.scope) }] : [];
  });
  return (person) => {
    const own = named.get(person.id) ?? none;
    const given = [
      ...departmentsOf(person).flatMap((id) => [...ofDepartment(id)]),
      ...[person.postId, ...person.partTime.map(({ postId }) => postId)].flatMap((id) => (byUnit.get(id ?? '') ?? []).map(({ role }) => role)),
      ...groups.flatMap(({ role, holds }) => (holds(person) ? [role] : [])),
    ];
    return given.length === 0 ? own : [...new Set([...own, ...given])];
  };
}

/** Roles that a department's people hold through it, or through one above that gives them to those below it too. */
function rolesOfDepartments(directory: Directory, byUnit: ReadonlyMap<string, readonly { role: string; below: boolean }[]>): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const inherited = new Map<string, readonly string[]>();
  const passedOn = (id: string | null): readonly string[] => {
    if (id === null) return none;
    let roles = inherited.get(id);
    if (!roles) {
      const own = (byUnit.get(id) ?? []).filter(({ below }) => below).map(({ role }) => role);
      const above = passedOn(directory.departments.get(id)?.parentId ?? null);
      inherited.set(id, (roles = own.length === 0 ? above : [...above, ...own]));
    }
    return roles;
  };
  return (id) => {
    let roles = known.get(id);
    if (!roles) known.set(id, (roles = [...passedOn(directory.departments.get(id)?.parentId ?? null), ...(byUnit.get(id) ?? []).map(({ role }) => role)]));
    return roles;
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, at) => b[at] === id);
}
