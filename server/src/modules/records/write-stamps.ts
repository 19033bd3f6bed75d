import type { Platform } from '../../platform/platform.ts';

interface Stamps {
  ofSpace: Map<string, number>;
  /** Times the connection that brings the events of other processes was lost: what was written meanwhile is unknown. */
  gaps: number;
}

const known = new WeakMap<Platform, Stamps>();

/** The state of a space's data: another one after each write, in whichever process. What was worked out at the same stamp still holds. */
export function writeStamp(platform: Platform, spaceId: string): string {
  const { ofSpace, gaps } = stampsOf(platform);
  return `${gaps}.${ofSpace.get(spaceId) ?? 0}`;
}

/** Once per process: every write to a space is heard through its events. */
export function listenForWrites(platform: Platform): void {
  const stamps = stampsOf(platform);
  platform.bus.on('events', ({ spaces }) => {
    for (const space of spaces as string[]) bump(stamps, space);
  });
  platform.bus.on('reconnected', () => (stamps.gaps += 1));
}

/** A writer's own process knows at once. */
export function written(platform: Platform, spaceId: string): void {
  bump(stampsOf(platform), spaceId);
  platform.bus.eventsWritten(spaceId);
}

function bump({ ofSpace }: Stamps, space: string): void {
  ofSpace.set(space, (ofSpace.get(space) ?? 0) + 1);
}

function stampsOf(platform: Platform): Stamps {
  let stamps = known.get(platform);
  if (!stamps) known.set(platform, (stamps = { ofSpace: new Map(), gaps: 0 }));
  return stamps;
}
