import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import type { Platform } from '../../platform/platform.ts';

/** A new title may be this old in lists of other modules. */
const freshMs = 10_000;

interface Entry {
  readAt: number;
  titles: Promise<ReadonlyMap<string, Text>>;
}

const memory = new WeakMap<Platform, Map<string, Entry>>();

/** Titles of the space's applications by id, from memory. */
export function appTitles({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>): Promise<ReadonlyMap<string, Text>> {
  let spaces = memory.get(platform);
  if (!spaces) memory.set(platform, (spaces = new Map()));
  const known = spaces.get(spaceId);
  if (known && Date.now() - known.readAt < freshMs) return known.titles;
  const entry: Entry = {
    readAt: Date.now(),
    titles: inControl(platform.control, spaceId, async (tx) => {
      const rows = await tx.selectFrom('forms.app').select(['id', 'title']).execute();
      return new Map(rows.map((row) => [row.id, row.title]));
    }),
  };
  spaces.set(spaceId, entry);
  entry.titles.catch(() => { if (spaces.get(spaceId) === entry) spaces.delete(spaceId); });
  return entry.titles;
}
