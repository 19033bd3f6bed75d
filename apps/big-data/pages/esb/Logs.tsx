import { gatewayApi, type LogLine } from '@formwork/contract/gateway/api.ts';
import { refusals, type RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';
import { listOf } from '@formwork/web/list/list-of.ts';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Drawer } from 'antd';
import { useState } from 'react';

const logs = listOf(gatewayApi.logs, { address: ['search', 'outcome'] });
const outcomes = ['passed', 'refused', 'failed'] as const;

/** Calls that came in. By the id that a caller was told one finds why it was refused. */
export function Logs() {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const [open, setOpen] = useState<LogLine>();
  const columns = columnsOf<LogLine>()('gateway.log.column', {
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
  return (
    <>
      <ListPane
        list={logs}
        columns={columns}
        label={t('gateway.tab.log')}
        search={t('gateway.log.search')}
        filters={[
          {
            name: 'outcome',
            label: t('gateway.log.outcome'),
            options: outcomes.map((value) => ({ value, label: t(`gateway.log.outcome.${value}`) })),
          },
        ]}
        onOpen={setOpen}
        empty={{ title: t('gateway.traffic.none'), hint: t('gateway.traffic.none_hint') }}
      />
      {open && (
        <Drawer open size={560} title={t('gateway.log.one')} onClose={() => setOpen(undefined)}>
          <Entry id={open.id} />
        </Drawer>
      )}
    </>
  );
}

function Entry({ id }: { id: string }) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const entry = useQuery(q(gatewayApi.logEntry, { params: { requestId: id } }));
  if (!entry.data) return <Unread of={[entry]} skeleton={<SkeletonRows rows={6} />} />;
  const { data } = entry;
  const why = data.code === '' ? undefined : refusals[data.code as RefusalCode];
  return (
    <div className="esb-stack">
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
          { key: 'id', label: t('gateway.log.column.id'), children: <code>{data.id}</code> },
          { key: 'at', label: t('gateway.log.column.at'), children: formatTime(data.at, locale, 'second', zone) },
          { key: 'path', label: t('gateway.log.column.path'), children: `${data.method} ${data.path}` },
          { key: 'status', label: t('gateway.log.column.status'), children: data.status },
          { key: 'api', label: t('gateway.log.column.api_name'), children: `${data.apiName} ${data.operation}` },
          { key: 'who', label: t('gateway.log.column.consumer_name'), children: data.consumerName || '—' },
          { key: 'address', label: t('gateway.log.address'), children: data.address },
          {
            key: 'ms',
            label: t('gateway.log.column.ms'),
            children: t('gateway.ms', { ms: Math.round(data.ms * 10) / 10 }),
          },
          ...Object.entries(data.detail).map(([key, value]) => ({
            key: `detail ${key}`,
            label: key,
            children: <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
          })),
        ]}
      />
      {data.requestBody !== null && <pre className="esb-code">{data.requestBody}</pre>}
      {data.responseBody !== null && <pre className="esb-code">{data.responseBody}</pre>}
    </div>
  );
}
