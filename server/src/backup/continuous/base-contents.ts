import type pg from 'pg';
import type { Files } from '../../platform/files/files.ts';
import { backupRuns } from '../../platform/files/removed-contents.ts';
import { bringContents, namedContents, type Bringing, type Named } from '../copy-files.ts';
import { putContents } from '../format.ts';
import type { Seal } from '../seal.ts';
import type { Store } from '../store.ts';
import { whileContentsStay } from './contents-lock.ts';
import { contentsOfBase, newContentsOf, newFilesName, type Base } from './log-format.ts';
import type { Tell } from './receiver.ts';

/** The contents that moments of a base name, brought as they come. */
export interface BaseContents {
  /** Those that are named now and are not there yet. */
  bring(watch: pg.Client): Promise<void>;
}

interface Options {
  store: Store;
  sealing: Seal | undefined;
  files: Files;
  tell: Tell;
}

/** Rows come after their contents, an upload in parts by hours at most; what is older than this at a round was seen in one before. */
const backMs = 24 * 60 * 60 * 1000;
export const silent: Bringing['progress'] = { phase() {}, at() {}, say() {} };

export async function openBaseContents(
  { store, sealing, files, tell }: Options,
  name: string,
  base: Base,
): Promise<BaseContents> {
  const known = await contentsOfBase(store, sealing, name, base);
  const added = await newContentsOf(store, sealing, name);
  const told = new Set<string>();
  let lastRound: number | undefined;
  return {
    async bring(watch) {
      const began = Date.now();
      // where a backup just removes what nobody names any more, the next round brings it
      await whileContentsStay(watch, 'try', async () => {
        const { named, removed } = await namedNow(watch, lastRound === undefined ? '' : keyOf(lastRound - backMs));
        const missing = named.filter(({ key }) => !known.has(key));
        if (missing.length > 0) {
          const { copied, problems } = await bringContents({ store, seal: sealing, progress: silent }, files, missing, {
            known: new Map(),
            stored: new Map(),
          });
          for (const content of copied) {
            known.set(content.key, content);
            added.set(content.key, content);
          }
          if (copied.length > 0) await putContents(store, sealing, newFilesName(name), [...added.values()]);
          for (const line of problems.filter((each) => !told.has(each))) {
            told.add(line);
            tell.warn(`The continuous backup: ${line}`);
          }
        }
        await dropRemoved(watch, files, removed);
        lastRound = began;
      });
    },
  };
}

/** What the database names from a key on, and what it named until it was removed. */
export async function namedNow(watch: pg.Client, from: string): Promise<{ named: Named[]; removed: string[] }> {
  await watch.query('begin isolation level repeatable read read only');
  try {
    await watch.query('set local role formwork_backup');
    const { rows: spaces } = await watch.query<{ id: string }>(
      `select s.id from identity.space s where to_regnamespace(format('space_%s', s.id)) is not null order by 1`,
    );
    const named = await namedContents(
      watch,
      spaces.map(({ id }) => id),
      from,
    );
    const { rows: removed } = await watch.query<{ key: string }>('select key from platform.removed_content');
    const there = new Set(named.map(({ key }) => key));
    return {
      named: [
        ...named,
        ...removed
          .filter(({ key }) => !there.has(key))
          .map(({ key }) => ({ key, needed: false, by: 'platform.removed_content', sha256: null })),
      ],
      removed: removed.map(({ key }) => key),
    };
  } finally {
    await watch.query('rollback');
  }
}

/** Contents whose removal waited until they were here. A backup that begins from now on names none of them; one that runs may. */
async function dropRemoved(watch: pg.Client, files: Files, removed: readonly string[]): Promise<void> {
  if (removed.length === 0 || (await backupRuns(watch))) return;
  for (const key of removed) {
    await files.remove(key);
    await watch.query('delete from platform.removed_content where key = $1', [key]);
  }
}

/** The smallest key of a moment. */
function keyOf(moment: number): string {
  const hex = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
