/** A department by its name where it alone is called so, else by its path: what is written can be read back. */
export function departmentNames(
  departments: ReadonlyMap<string, { id: string; name: string; parentId: string | null }>,
): (id: string) => string | undefined {
  const times = new Map<string, number>();
  for (const { name } of departments.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return (id) => {
    const found = departments.get(id);
    return found && (times.get(found.name) === 1 ? found.name : departmentPath(departments, id));
  };
}

/** From the top down: `Works/Line 1`. */
export function departmentPath(
  departments: ReadonlyMap<string, { name: string; parentId: string | null }>,
  id: string,
): string {
  const names: string[] = [];
  const passed = new Set<string>();
  for (let at: string | null = id; at !== null && !passed.has(at);) {
    passed.add(at);
    const found = departments.get(at);
    if (!found) break;
    names.unshift(found.name);
    at = found.parentId;
  }
  return names.join('/');
}
