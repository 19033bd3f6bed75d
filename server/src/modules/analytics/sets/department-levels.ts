import type { Directory } from '../../organization/public.ts';

/** Departments by their names, as fields of data sets hold them: what stands above each on a level of the tree, the top being 1. */
export interface DepartmentLevels {
  depth: number;
  /** Names to the name on the level; those on it or above it, and names of several departments, stand for themselves. */
  above(level: number): ReadonlyMap<string, string>;
  /** All names that stand below one on a level, its own first. */
  below(level: number, name: string): string[];
}

export function levelsOfDepartments(directory: Directory): DepartmentLevels {
  let levels = known.get(directory);
  if (!levels) known.set(directory, (levels = made(directory)));
  return levels;
}

/** The organization is one object as long as nothing in it changes. */
const known = new WeakMap<Directory, DepartmentLevels>();

function made({ departments }: Directory): DepartmentLevels {
  const ways = [...departments.values()].map(({ id }) => wayTo(departments, id));
  const maps = new Map<number, Map<string, string>>();
  const above = (level: number): Map<string, string> => {
    let map = maps.get(level);
    if (!map) maps.set(level, (map = mapOf(ways, level)));
    return map;
  };
  return {
    depth: Math.max(0, ...ways.map((way) => way.length)),
    above,
    below: (level, name) => [name, ...[...above(level)].flatMap(([one, up]) => (up === name ? [one] : []))],
  };
}

/** From the top down to the department itself, by name. */
function wayTo(departments: Directory['departments'], id: string): string[] {
  const way: string[] = [];
  const met = new Set<string>();
  for (let at: string | null = id; at !== null && !met.has(at);) {
    met.add(at);
    const found = departments.get(at);
    if (!found) break;
    way.unshift(found.name);
    at = found.parentId;
  }
  return way;
}

function mapOf(ways: readonly string[][], level: number): Map<string, string> {
  const map = new Map<string, string>();
  const twice = new Set<string>();
  for (const way of ways) {
    const [name, up] = [way.at(-1)!, way[level - 1] ?? way.at(-1)!];
    if (map.has(name) && map.get(name) !== up) twice.add(name);
    map.set(name, up);
  }
  for (const [name, up] of map) if (twice.has(name) || up === name) map.delete(name);
  return map;
}
