import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { isQuiet } from '@formwork/contract/workflow/push.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { zoneOf } from '../../enterprise/public.ts';
import type { Manners } from '../../records/public.ts';

/** The language and the quiet hours of those who settled how they are told. */
export async function mannersNow(
  platform: Platform,
  spaceId: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, Manners>> {
  const clock = wallText(new Date().toISOString(), zoneOf(platform, spaceId)).slice(11, 16);
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('workflow.push')
      .select(['account_id', 'settings', 'locale'])
      .where('account_id', 'in', [...people])
      .execute(),
  );
  return new Map(rows.map(({ account_id: id, settings, locale }) => [id, { locale, quiet: isQuiet(settings, clock) }]));
}
