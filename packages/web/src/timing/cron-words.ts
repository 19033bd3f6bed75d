import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Translate } from '../i18n/i18n.ts';
import { partsOfCron } from './cron-ways.ts';

/** When it runs, as people say it; what says more stays as it was written. */
export function cronWords(cron: string, t: Translate, locale: Locale): string {
  const { way, clock, weekdays, monthdays } = partsOfCron(cron);
  const joined = (parts: readonly (string | undefined)[]): string => parts.join(locale === 'en' ? ', ' : '、');
  switch (way) {
    case 'daily':
      return t('timing.daily_at', { clock });
    case 'weekly': {
      const names = weekdayNames(locale);
      return t('timing.weekly_at', { days: joined(weekdays.map((day) => names[day])), clock });
    }
    case 'monthly':
      return t('timing.monthly_at', { days: joined(monthdays.map(String)), clock });
    case 'cron':
      return cron;
  }
}

/** From Sunday on, as cron counts them. */
export function weekdayNames(locale: Locale): string[] {
  const { format } = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // the 4th of January 1970 was a Sunday
  return Array.from({ length: 7 }, (_, day) => format(new Date(Date.UTC(1970, 0, 4 + day))));
}
