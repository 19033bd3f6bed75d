import { gatewayApi, type LogLine } from '@formwork/contract/gateway/api.ts';
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
import { Drawer } from 'antd';
import { useState } from 'react';
import type { Overview } from './ApiList.tsx';
import { RefusalWords } from './RefusalWords.tsx';
import { Replay } from './Replay.tsx';

const logs = listOf(gatewayApi.logs, { address: ['search', 'outcome'] });
const outcomes = ['passed', 'refused', 'failed'] as const;

/** Calls that came in. By the id that a caller was told one finds why it was refused. */
export function Logs({ overview }: { overview: Overview }) {
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
          <Entry key={open.id} id={open.id} overview={overview} />
        </Drawer>
      )}
    </>
  );
}

function Entry({ id, overview }: { id: string; overview: Overview }) {
  const entry = useQuery(q(gatewayApi.logEntry, { params: { requestId: id } }));
  if (!entry.data) return <Unread of={[entry]} skeleton={<SkeletonRows rows={6} />} />;
  const { data } = entry;
  return (
    <div className="esb-stack">
      <RefusalWords entry={data} address={data.address} />
      <Replay entry={data} overview={overview} />
      {data.requestBody !== null && <pre className="esb-code">{data.requestBody}</pre>}
      {data.responseBody !== null && <pre className="esb-code">{data.responseBody}</pre>}
    </div>
  );
}
