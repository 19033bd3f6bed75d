import type { TrafficShare } from '@formwork/contract/gateway/api.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';
import { useMemo } from 'react';

/** Of APIs or applications with what came in. */
export function useShareColumns() {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () =>
      columnsOf<TrafficShare>()('gateway.traffic.column', {
        name: { width: 240, cell: ({ name, id }) => name || (id === '' ? t('gateway.traffic.nobody') : id) },
        calls: { width: 100, align: 'end', cell: ({ calls }) => formatNumber(calls, locale) },
        refused: { width: 100, align: 'end', cell: ({ refused }) => formatNumber(refused, locale) },
        failed: { width: 100, align: 'end', cell: ({ failed }) => formatNumber(failed, locale) },
        ms: { width: 110, align: 'end', cell: ({ ms }) => t('gateway.ms', { ms: Math.round(ms * 10) / 10 }) },
        p95: { width: 110, align: 'end', cell: ({ p95 }) => t('gateway.ms_most', { ms: p95 }) },
        bytes: { width: 120, align: 'end', cell: ({ bytes }) => formatNumber(Math.round(bytes / 1024), locale) },
      })(t, locale),
    [t, locale],
  );
}
