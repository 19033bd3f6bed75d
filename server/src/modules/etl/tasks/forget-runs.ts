import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { keysOfParts } from './kept/kept-sources.ts';
import type { TaskMemory } from './memory.ts';

/**
 * A run that failed keeps the rows that were ready, so that it can go on; with the run they go, as what was rejected and counted. Files
 * that were made belong to who got them, and what an import took over to the import.
 */
export async function forgetTaskRuns(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  runs: readonly { id: string; memory: unknown }[],
): Promise<void> {
  const schema = spaceSchema(spaceId);
  const ids = runs.map(({ id }) => id);
  const { rows } = await spaceQuery<{ run: string; node: string }>(platform, {
    text: `select run, node from ${schema}.etl_file where run = any($1::uuid[])`,
    values: [ids],
  });
  const made = new Set(rows.map(({ run, node }) => `${run}/${node}`));
  for (const { id, memory } of runs) {
    const { keys = {}, imports = {}, stages } = (memory ?? {}) as Partial<TaskMemory>;
    for (const [node, key] of Object.entries(keys)) {
      if (made.has(`${id}/${node}`) || (stages && node in imports)) continue;
      await platform.files.remove(key);
    }
  }
  for (const key of await keysOfParts({ platform, spaceId }, ids)) await platform.files.remove(key);
  for (const table of ['etl_rejected', 'etl_node', 'etl_file'])
    await spaceQuery(platform, { text: `delete from ${schema}.${table} where run = any($1::uuid[])`, values: [ids] });
}
