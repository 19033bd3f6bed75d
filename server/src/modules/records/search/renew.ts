import { inEverySpace } from '../../../platform/jobs-retention.ts';
import { spaceQuery } from '../../../platform/space-data.ts';
import { releasedFormIds } from '../../forms/public.ts';
import { shapeOf } from './entries.ts';
import { planOrNone } from './plan-or-none.ts';
import { askForIndex } from './subscriber.ts';

/** At night, forms whose entries were made by an older release of the product are read again. */
export const renewSearch = inEverySpace('records.renew_search', '15 18 * * *', async (platform, spaceId) => {
  for (const formId of await releasedFormIds(platform, spaceId)) {
    const plan = await planOrNone({ platform, spaceId }, formId);
    if (!plan) continue;
    const { rows } = await spaceQuery(platform, { text: `select 1 from ${plan.schema}.records_search where form_id = $1 and item = '' and shape <> $2 limit 1`, values: [formId, shapeOf(plan)] });
    if (rows.length > 0) await askForIndex(platform, spaceId, formId, false);
  }
});
