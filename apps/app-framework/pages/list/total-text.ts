import type { Locale } from '@formwork/contract/identity/api.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** How many records a list has, as exactly as it is known. */
export function totalText(
  count: { total: number; estimated: boolean; more?: true | undefined } | undefined,
  t: Translate,
  locale: Locale,
): string | undefined {
  return (
    count &&
    t(count.more ? 'records.list.more_than' : count.estimated ? 'records.list.about' : 'records.list.total', {
      count: formatNumber(count.total, locale),
    })
  );
}
