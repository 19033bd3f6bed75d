/** Whoever navigates asks here first. A page with changes answers; one that has none is not here. */
const guards = new Set<() => Promise<boolean>>();

export async function mayLeave(): Promise<boolean> {
  for (const guard of guards) if (!(await guard())) return false;
  return true;
}

export function guardLeaving(guard: () => Promise<boolean>): () => void {
  guards.add(guard);
  return () => {
    guards.delete(guard);
  };
}

/** Whether leaving will ask. */
export function isGuarded(): boolean {
  return guards.size > 0;
}
