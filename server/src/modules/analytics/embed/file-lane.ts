import { refuse } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';

/** So many files are made for visitors at a time in one process, of one embedding one: people of the house have pictures too. */
const most = 2;
const secondsToWait = 5;

const making = new WeakMap<Platform, Set<string>>();

/** Makes a file for a visitor where there is room for it; one too many is refused with the seconds to wait. */
export async function inFileLane<T>(platform: Platform, embedding: string, make: () => Promise<T>): Promise<T> {
  const known = making.get(platform) ?? new Set();
  making.set(platform, known);
  if (known.size >= most || known.has(embedding))
    throw refuse('platform.too_many_requests', { secondsLeft: secondsToWait });
  known.add(embedding);
  try {
    return await make();
  } finally {
    known.delete(embedding);
  }
}
