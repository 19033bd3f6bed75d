import type { Platform } from '../platform.ts';

interface Versions {
  ofSpace: Map<string, number>;
  /** Times the connection that brings the writes of other processes was lost: what was written meanwhile is unknown. */
  gaps: number;
}

const known = new WeakMap<Platform, Versions>();

/** The version of a space's data: another one after each write, in whichever process. What was worked out at the same version still holds. */
export function dataVersion(platform: Platform, spaceId: string): string {
  const { ofSpace, gaps } = versionsOf(platform);
  return `${gaps}.${ofSpace.get(spaceId) ?? 0}`;
}

/** Once per process: every write to a space is heard over the bus. */
export function listenForWrites(platform: Platform): void {
  const versions = versionsOf(platform);
  platform.bus.on('events', ({ spaces }) => {
    for (const space of spaces as string[]) bump(versions, space);
  });
  platform.bus.on('reconnected', () => (versions.gaps += 1));
}

/**
 * After a commit: what was worked out before holds no more, here at once and in other processes as they hear it, and whoever reads
 * the event log looks again. Called where transactions end (`space-data.ts`), so that no writer has to think of it.
 */
export function spaceWritten(platform: Platform, spaceId: string): void {
  bump(versionsOf(platform), spaceId);
  platform.bus.eventsWritten(spaceId);
}

function bump({ ofSpace }: Versions, space: string): void {
  ofSpace.set(space, (ofSpace.get(space) ?? 0) + 1);
}

function versionsOf(platform: Platform): Versions {
  let versions = known.get(platform);
  if (!versions) known.set(platform, (versions = { ofSpace: new Map(), gaps: 0 }));
  return versions;
}
