import type { Plan } from '@formwork/contract/gateway/api.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import type { Locale } from '@formwork/ui/format/time-format.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** What a plan takes in its period: calls, bytes, time. */
export function quotaWords(quota: Plan['quota'], t: Translate, locale: Locale): string {
  if (!quota) return '';
  const { calls, bytes, seconds, period } = quota;
  const parts = [
    calls !== null && t('gateway.plan.quota_calls', { calls: formatNumber(calls, locale) }),
    bytes !== null && t('gateway.plan.quota_bytes', { megabytes: formatNumber(Math.ceil(bytes / megabyte), locale) }),
    seconds !== null && t('gateway.plan.quota_seconds', { seconds: formatNumber(seconds, locale) }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : t(`gateway.plan.quota_${period}`, { what: parts.join(t('gateway.plan.quota_and')) });
}

export const megabyte = 1024 * 1024;
