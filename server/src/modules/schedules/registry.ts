import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ScheduledKind } from '../../platform/scheduled.ts';

// one per platform: tests run several servers in a process
const registries = new WeakMap<Platform, Map<string, ScheduledKind>>();

/** What runs by the clock, of all modules, once per process. */
export function registerScheduled(platform: Platform, kinds: Readonly<Record<string, ScheduledKind>>): void {
  const known = registries.get(platform) ?? new Map<string, ScheduledKind>();
  for (const [name, kind] of Object.entries(kinds)) known.set(name, kind);
  registries.set(platform, known);
}

export function findScheduled(platform: Platform, kind: string): ScheduledKind | undefined {
  return registries.get(platform)?.get(kind);
}

export function requireScheduled(platform: Platform, kind: string): ScheduledKind {
  const found = findScheduled(platform, kind);
  if (!found) throw notFound('schedules.kind.not_found', { kind });
  return found;
}
