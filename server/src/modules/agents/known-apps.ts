import type { Platform } from '../../platform/platform.ts';

/** Of these applications those that are there. */
type KnownApps = (
  where: { platform: Platform; spaceId: string },
  ids: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Applications are known to a module above this one. */
const sources = new WeakMap<Platform, KnownApps>();

export function registerApps(platform: Platform, known: KnownApps): void {
  sources.set(platform, known);
}

export async function appsThere(
  where: { platform: Platform; spaceId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return (await sources.get(where.platform)?.(where, ids)) ?? new Set(ids);
}
