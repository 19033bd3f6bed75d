import { sql } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { allKinds } from './registry.ts';

/** Days in the bin, and days that changes are kept for those who were away. */
const keptDays = 30;
const atOnce = 1_000;

/** What lay in the bin for so long is gone with its releases, changes and rules; runs and history keep its name. */
export const emptyBin = inEverySpace('definitions.empty_bin', '40 3 * * *', async (platform, spaceId) => {
  while ((await purgeSome(platform, spaceId)) === atOnce);
  while ((await dropChanges(platform, spaceId)) === atOnce);
});

async function purgeSome(platform: Platform, spaceId: string): Promise<number> {
  const kept = allKinds(platform).flatMap(({ kind, keepArchived }) => (keepArchived ? [kind] : []));
  return inControl(platform.control, spaceId, async (tx) => {
    const gone = await tx
      .selectFrom('definitions.definition')
      .select(['kind', 'id', 'name'])
      .where('space_id', '=', spaceId)
      .where('archived_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
      .where(sql<boolean>`not kind = any(${kept}::text[])`)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { kind, id, name } of gone) {
      await tx
        .deleteFrom('definitions.definition')
        .where('space_id', '=', spaceId)
        .where('kind', '=', kind)
        .where('id', '=', id)
        .execute();
      const ctx = { platform, spaceId, requestId: newId(), ip: '', tx };
      await record(ctx, 'definitions.purged', { id, kind, name: name.zh });
    }
    return gone.length;
  });
}

async function dropChanges(platform: Platform, spaceId: string): Promise<number> {
  return inControl(platform.control, spaceId, async (tx) => {
    const { rows } = await sql`delete from definitions.change where (space_id, kind, id, version) in
      (select space_id, kind, id, version from definitions.change where space_id = ${spaceId} and at < now() - make_interval(days => ${keptDays}) limit ${atOnce}) returning version`.execute(
      tx,
    );
    return rows.length;
  });
}
