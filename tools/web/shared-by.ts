interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * What the same applications need at once is one file: shared out among the lazy pages that use parts of it as well, every page would begin with two hundred.
 * Nothing comes that a page would not load anyway, and files never need each other in circles: what a module imports is needed wherever it is.
 */
export function sharedBy(entries: readonly string[]): (id: string, graph: Graph) => string | null {
  let users: Map<string, number[]> | undefined;
  return (id, graph) => {
    users ??= usersOf(entries, graph);
    const apps = users.get(id);
    if (!apps || apps.length === 1) return null;
    return apps.length === entries.length ? 'shared' : `shared-${apps.join('-')}`;
  };
}

/** By module, the numbers of the entries that import it statically, over whatever. */
function usersOf(entries: readonly string[], graph: Graph): Map<string, number[]> {
  const users = new Map<string, number[]>();
  entries.forEach((entry, app) => {
    const open = [entry];
    for (const id of open) {
      const apps = users.get(id) ?? [];
      if (apps.at(-1) === app) continue;
      users.set(id, [...apps, app]);
      open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  });
  return users;
}
