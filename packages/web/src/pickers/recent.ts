import { spacePath } from '../http/call.ts';
import { kept } from '@formwork/ui/kept.ts';

const mostKept = 8;

export type RecentKind = 'people' | 'roles' | 'departments' | 'posts' | 'groups';

/** Ids chosen last in this space on this device, the latest first. */
export function recentIds(kind: RecentKind): string[] {
  try {
    const ids = JSON.parse(kept.read(keyOf(kind)) ?? '[]') as unknown;
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, mostKept) : [];
  } catch {
    return [];
  }
}

/** Remembers what has just been added to a choice. */
export function rememberChosen(kind: RecentKind, before: readonly string[], after: readonly string[]): void {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  kept.write(keyOf(kind), JSON.stringify([...new Set([...added, ...recentIds(kind)])].slice(0, mostKept)));
}

/** What was chosen last stands first, unless something is searched for. */
export async function withRecent<Picked extends { id: string; disabled?: boolean }>(
  kind: RecentKind,
  search: string,
  find: (query: { search?: string; ids?: string[] }) => Promise<Picked[]>,
): Promise<Picked[]> {
  if (search.trim() !== '') return find({ search });
  const ids = recentIds(kind);
  const [recent, first] = await Promise.all([ids.length > 0 ? find({ ids }) : [], find({})]);
  const usable = recent.filter(({ disabled }) => disabled !== true);
  return [...usable, ...first.filter(({ id }) => !usable.some((one) => one.id === id))];
}

function keyOf(kind: RecentKind): string {
  return `picked ${kind} ${spacePath()}`;
}
