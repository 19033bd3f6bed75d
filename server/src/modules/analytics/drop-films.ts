import type { Screen } from '@formwork/contract/analytics/screen.ts';
import { inControl } from '../../platform/db/db.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { findDefinitions, findReleases } from '../definitions/public.ts';
import { attachedOf, dropAttached } from '../files/public.ts';
import { screenFiles } from './take-video.ts';

/** As long as what is in the bin: a draft may be taken back. */
const graceDays = 30;

/** Films that no screen shows any more, and that nobody comes back to. */
export const dropOldFilms = inEverySpace('analytics.drop_films', '35 3 * * *', (platform, spaceId) =>
  dropFilms(platform, spaceId),
);

export async function dropFilms(platform: Platform, spaceId: string, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - graceDays * 86_400_000);
  const films = await attachedOf(platform, spaceId, screenFiles, since);
  for (const [screen, ids] of Map.groupBy(films, ({ of }) => of)) {
    const shown = await filmsShown(platform, spaceId, screen, since);
    // it is in the bin, or was changed just now
    if (!shown) continue;
    const old = ids.map(({ id }) => id).filter((id) => !shown.has(id));
    if (old.length > 0) await dropAttached(platform, spaceId, { kind: screenFiles, id: screen }, { only: old });
  }
}

/** Those of the draft and of every release that is kept: each of them may become the draft again. */
async function filmsShown(
  platform: Platform,
  spaceId: string,
  screen: string,
  since: Date,
): Promise<Set<string> | undefined> {
  return inControl(platform.control, spaceId, async (tx) => {
    const [found] = await findDefinitions(tx, 'screen', [screen]);
    if (!found || found.saved_at > since) return undefined;
    const releases = await findReleases<Screen>({ platform, spaceId, tx }, 'screen', screen);
    return new Set([found.draft as Screen, ...releases.map(({ body }) => body)].flatMap(filmsOf));
  });
}

function filmsOf({ elements }: Screen): string[] {
  return elements.flatMap((one) => (one.is === 'video' && one.from && 'file' in one.from ? [one.from.file] : []));
}
