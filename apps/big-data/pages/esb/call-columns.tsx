import type { LogLine } from '@formwork/contract/gateway/api.ts';
import type { PortalCall } from '@formwork/contract/gateway/portal-api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';

/** Columns of calls, those of everybody or one's own. */
export function useCallColumns<Call extends PortalCall | LogLine>() {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  return columnsOf<Call>()('gateway.log.column', {
    at: { width: 190, cell: ({ at }) => formatTime(at, locale, 'second', zone) },
    status: {
      width: 80,
      cell: ({ status }) => (
        <StateTag tone={status >= 500 ? 'error' : status >= 400 ? 'warning' : 'success'}>{status}</StateTag>
      ),
    },
    method: { width: 80, cell: ({ method }) => method },
    path: { width: 280, cell: ({ path }) => path },
    apiName: { width: 140, cell: ({ apiName }) => apiName },
    consumerName: { width: 170, cell: ({ consumerName }) => consumerName },
    code: { width: 170, cell: ({ code }) => code },
    ms: { width: 90, align: 'end', cell: ({ ms }) => t('gateway.ms', { ms: Math.round(ms * 10) / 10 }) },
    id: { width: 170, cell: ({ id }) => <code>{id}</code> },
  });
}

const outcomes = ['passed', 'refused', 'failed'] as const;

export function useOutcomeFilter() {
  const t = useT();
  return {
    name: 'outcome' as const,
    label: t('gateway.log.outcome'),
    options: outcomes.map((value) => ({ value, label: t(`gateway.log.outcome.${value}`) })),
  };
}
