import { everySpace } from './jobs/jobs-retention.ts';
import type { PeriodicTask } from './jobs/jobs.ts';
import type { Module } from './module.ts';
import type { Platform } from './platform.ts';
import { keyIdOf, sealedAnew, type Keys } from './secrets.ts';

export type Sealing = Pick<Platform, 'config' | 'control' | 'pool' | 'hold'>;

/** What a module keeps sealed. Each function goes through its rows and seals with the key of today what is sealed with another. */
export interface SealedTexts {
  /** Of rows that belong to no space. */
  installation?(platform: Sealing, count: Resealed): Promise<void>;
  space?(platform: Sealing, spaceId: string, count: Resealed): Promise<void>;
  /** How many keyed hashes hang on another key: they end with it, and nothing can make them anew. */
  hashes?(platform: Sealing): Promise<number>;
}

export interface Resealed {
  sealed: number;
  /** Texts that no key opens which is there. */
  lost: number;
}

export interface ResealReport extends Resealed {
  /** Keyed hashes that end with the keys before. */
  hashes: number;
}

/** The text under the key of today; undefined leaves the row as it is. What no key opens is counted and stays. */
export function resealed(keys: Keys, place: string, text: string | null, count: Resealed): string | undefined {
  if (text === null) return undefined;
  try {
    const anew = sealedAnew(keys, place, text);
    if (anew !== undefined) count.sealed += 1;
    return anew;
  } catch {
    count.lost += 1;
    return undefined;
  }
}

/** Seals everything anew that is not sealed with the key of today. Harmless to repeat; rows changed meanwhile stay for the next time. */
export async function resealEverything(
  platform: Sealing,
  modules: readonly Pick<Module, 'sealed'>[],
): Promise<ResealReport> {
  const report: ResealReport = { sealed: 0, lost: 0, hashes: 0 };
  const keepers = modules.flatMap(({ sealed }) => sealed ?? []);
  for (const keeper of keepers) {
    await keeper.installation?.(platform, report);
    report.hashes += (await keeper.hashes?.(platform)) ?? 0;
  }
  const inSpaces = keepers.filter(({ space }) => space);
  for (const spaceId of await everySpace(platform)) {
    // what a restore is just writing is sealed anew an hour later
    if (platform.hold.spaces.get(spaceId)?.restoring) continue;
    for (const keeper of inSpaces) await keeper.space?.(platform, spaceId, report);
  }
  return report;
}

/** Each hour, and by `npm run reseal`: with one key alone it finds what is older than the ids of keys. */
export function resealing(modules: readonly Pick<Module, 'sealed'>[]): PeriodicTask {
  return {
    name: 'platform.reseal',
    cron: '7 * * * *',
    async run(platform) {
      const report = await resealEverything(platform, modules);
      if (report.sealed + report.lost > 0)
        platform.log.info({ ...report, key: keyIdOf(platform.config.secret) }, 'secrets were sealed anew');
    },
  };
}
