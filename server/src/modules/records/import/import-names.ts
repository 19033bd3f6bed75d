import type { Directory } from '../../organization/public.ts';
import { departmentPath } from '../exports/department-names.ts';

/** By type of field, what a cell may call somebody or something. */
export type NamesToIds = Record<'member' | 'department' | 'post' | 'role', (name: string) => string | undefined>;

/** People by name and login, departments by name and by path, all others by name; a name that two share means nobody. */
export function namesToIds({ people, departments, posts, roles }: Directory): NamesToIds {
  const byName = named(people);
  for (const { login, id } of people.values()) byName.set(login, id);
  const byPath = unique([...departments.keys()].map((id) => [departmentPath(departments, id), id]));
  const byDepartment = named(departments);
  const [byPost, byRole] = [named(posts), named(roles)];
  return {
    member: (name) => byName.get(name) ?? loginIn(people, name),
    department: (name) =>
      byDepartment.get(name) ??
      byPath.get(
        name
          .split(/\s*[/\\>＞]\s*/)
          .filter((part) => part !== '')
          .join('/'),
      ),
    post: (name) => byPost.get(name),
    role: (name) => byRole.get(name),
  };
}

/** As exports name those who share a name: `Li Wei (lw2)`. */
function loginIn(people: Directory['people'], text: string): string | undefined {
  const match = /^(.*\S)\s*[(（]([^()（）]+)[)）]$/.exec(text);
  if (!match) return undefined;
  for (const { id, name, login } of people.values()) if (name === match[1] && login === match[2]) return id;
  return undefined;
}

function named(all: ReadonlyMap<string, { id: string; name: string }>): Map<string, string> {
  return unique([...all.values()].map(({ name, id }) => [name, id]));
}

function unique(entries: [string, string][]): Map<string, string> {
  const found = new Map<string, string>();
  const shared = new Set<string>();
  for (const [name, id] of entries) {
    if (found.has(name) && found.get(name) !== id) shared.add(name);
    found.set(name, id);
  }
  for (const name of shared) found.delete(name);
  return found;
}
