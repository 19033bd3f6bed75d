import { everySpace, inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import { startRunIn } from '../../../platform/runs/runs.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releasedFormIds } from '../../forms/public.ts';
import { shapeOf } from './entries.ts';
import { planOrNone } from './plan-or-none.ts';
import { searchIndexRun } from './index-job.ts';
import { asSystem } from '../../identity/public.ts';
import { askForIndex } from './subscriber.ts';

/** At night, forms whose entries were made by an older release of the product are read again. */
export const renewSearch = inEverySpace('records.renew_search', '15 18 * * *', async (platform, spaceId) => {
  for (const formId of await releasedFormIds(platform, spaceId)) {
    const plan = await planOrNone({ platform, spaceId }, formId);
    if (!plan) continue;
    const { rows } = await spaceQuery(platform, {
      text: `select 1 from ${plan.schema}.records_search where form_id = $1 and item = '' and shape <> $2 limit 1`,
      values: [formId, shapeOf(plan)],
    });
    if (rows.length > 0) await askForIndex(platform, spaceId, formId, false);
  }
});

/** After an upgrade that dropped entries: their forms are read again at once, by one of the processes that start. */
export async function beginSearchAgain(platform: Platform): Promise<void> {
  for (const spaceId of await everySpace(platform)) {
    const doer = asSystem(platform, spaceId, 'records.search_index');
    const { rows } = await spaceQuery(platform, {
      text: `select 1 from ${spaceSchema(spaceId)}.records_search_form where asked_at = '-infinity' limit 1`,
    });
    if (rows.length === 0) continue;
    await inSpace(doer, async (tx) => {
      const { rows: forms } = await tx.query<{ formId: string }>({
        text: `update ${tx.schema}.records_search_form set asked_at = now() where asked_at = '-infinity' returning form_id as "formId"`,
      });
      for (const { formId } of forms) await startRunIn(tx, doer, searchIndexRun, { formId });
    });
  }
}
