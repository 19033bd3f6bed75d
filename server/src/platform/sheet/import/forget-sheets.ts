import { inEverySpace } from '../../jobs/jobs-retention.ts';
import type { PeriodicTask } from '../../jobs/jobs.ts';
import type { Platform } from '../../platform.ts';

interface Old<Id> {
  id: Id;
  files: readonly (string | null)[];
}

interface Forgetting<Id> {
  /** Those whose time is over, some at a time, until there are none. */
  old: (platform: Platform, spaceId: string) => Promise<Old<Id>[]>;
  /** Before the files go: whoever looks for one from now on finds none. */
  close?: (platform: Platform, spaceId: string, ids: Id[]) => Promise<unknown>;
  /** Once the files are gone, and not before: one whose row is gone would be found by nobody. Left out where the row goes by itself. */
  forget?: (platform: Platform, spaceId: string, ids: Id[]) => Promise<unknown>;
}

/** Uploaded tables go after their time, with what was read from them: they are full of names and numbers. What an import did, the audit trail tells. */
export function forgetSheets<Id>(name: string, cron: string, { old, close, forget }: Forgetting<Id>): PeriodicTask {
  return inEverySpace(name, cron, async (platform, spaceId) => {
    for (;;) {
      const rows = await old(platform, spaceId);
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await close?.(platform, spaceId, ids);
      for (const { files } of rows) for (const key of files) if (key !== null) await platform.files.remove(key);
      if (!forget) return;
      await forget(platform, spaceId, ids);
    }
  });
}
