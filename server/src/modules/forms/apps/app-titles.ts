import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A new title may be this old in lists of other modules. */
const freshMs = 10_000;

interface Entry {
  readAt: number;
  /** Asked for and not there. */
  gone: Set<string>;
  titles: Promise<ReadonlyMap<string, Text>>;
}

const memory = new WeakMap<Platform, Map<string, Entry>>();

/** Titles of the space's applications by id, from memory; `needed` are looked up though they are newer than that. */
export async function appTitles(
  where: Pick<Ctx, 'platform' | 'spaceId'>,
  needed: readonly string[] = [],
): Promise<ReadonlyMap<string, Text>> {
  const entry = entryOf(where);
  const titles = await entry.titles;
  const missing = needed.filter((id) => !titles.has(id) && !entry.gone.has(id));
  if (missing.length === 0) return titles;
  const again = readEntry(where);
  const now = await again.titles;
  // what is not there either is not asked for again
  for (const id of missing) if (!now.has(id)) again.gone.add(id);
  return now;
}

function entryOf(where: Pick<Ctx, 'platform' | 'spaceId'>): Entry {
  const known = memory.get(where.platform)?.get(where.spaceId);
  return known && Date.now() - known.readAt < freshMs ? known : readEntry(where);
}

function readEntry({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>): Entry {
  let spaces = memory.get(platform);
  if (!spaces) memory.set(platform, (spaces = new Map()));
  const entry: Entry = {
    readAt: Date.now(),
    gone: new Set(),
    titles: inControl(platform.facts, spaceId, async (tx) => {
      const rows = await tx.selectFrom('forms.app').select(['id', 'title']).execute();
      return new Map(rows.map((row) => [row.id, row.title]));
    }),
  };
  spaces.set(spaceId, entry);
  entry.titles.catch(() => {
    if (spaces.get(spaceId) === entry) spaces.delete(spaceId);
  });
  return entry;
}
