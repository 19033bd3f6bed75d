import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SharedKind } from '../../platform/shared-kind.ts';

// one per platform: tests run several servers in a process
const registries = new WeakMap<Platform, Map<string, SharedKind>>();

/** What links show to visitors, of all modules, once per process. */
export function registerShared(platform: Platform, kinds: readonly SharedKind[]): void {
  registries.set(platform, new Map(kinds.map((kind) => [kind.kind, kind])));
}

export function requireShared(platform: Platform, kind: string): SharedKind {
  const found = registries.get(platform)?.get(kind);
  if (!found) throw notFound('visitors.kind.not_found');
  return found;
}
