import type { PortalCall } from '@formwork/contract/gateway/portal-api.ts';
import { refusals, type RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Descriptions } from 'antd';

/** A call, and where it was refused: the policy, its words, the rule and what it saw. */
export function RefusalWords({
  entry,
  address,
}: {
  entry: PortalCall & { detail: Record<string, unknown> };
  address?: string;
}) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const why = entry.code === '' ? undefined : refusals[entry.code as RefusalCode];
  return (
    <>
      {why && (
        <p className="esb-why">
          <StateTag tone="warning">{t(`gateway.policy.${why.policy}`)}</StateTag> {locale === 'zh-CN' ? why.zh : why.en}
        </p>
      )}
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { key: 'id', label: t('gateway.log.column.id'), children: <code>{entry.id}</code> },
          { key: 'at', label: t('gateway.log.column.at'), children: formatTime(entry.at, locale, 'second', zone) },
          { key: 'path', label: t('gateway.log.column.path'), children: `${entry.method} ${entry.path}` },
          { key: 'status', label: t('gateway.log.column.status'), children: entry.status },
          ...(entry.code === ''
            ? []
            : [{ key: 'code', label: t('gateway.log.column.code'), children: <code>{entry.code}</code> }]),
          {
            key: 'api',
            label: t('gateway.log.column.api_name'),
            children: `${entry.apiName} ${entry.operation}`.trim() || '—',
          },
          { key: 'who', label: t('gateway.log.column.consumer_name'), children: entry.consumerName || '—' },
          ...(address === undefined ? [] : [{ key: 'address', label: t('gateway.log.address'), children: address }]),
          {
            key: 'ms',
            label: t('gateway.log.column.ms'),
            children: t('gateway.ms', { ms: Math.round(entry.ms * 10) / 10 }),
          },
          ...Object.entries(entry.detail).map(([key, value]) => ({
            key: `detail ${key}`,
            label: key,
            children: <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
          })),
        ]}
      />
    </>
  );
}
