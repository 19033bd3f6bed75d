import type { Offer } from '@formwork/contract/etl/exchange.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';

type Bounded = Pick<Offer, 'ways' | 'everyMinutes' | 'rowsPerDay'>;

/** How it is handed out, how often and how much, in words. */
export function boundsOf(
  { ways, everyMinutes, rowsPerDay }: Bounded,
  t: Translate,
  locale: Locale,
): [label: string, value: string][] {
  return [
    [t('dataexchange.ways'), ways.map((way) => t(`dataexchange.way.${way}`)).join(' / ')],
    [
      t('dataexchange.every'),
      everyMinutes === null ? t('dataexchange.unbound') : t('dataexchange.minutes', { count: everyMinutes }),
    ],
    [
      t('dataexchange.rows_per_day'),
      rowsPerDay === null ? t('dataexchange.unbound') : formatNumber(rowsPerDay, locale),
    ],
  ];
}
