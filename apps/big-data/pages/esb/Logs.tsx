import { gatewayApi, type LogLine } from '@formwork/contract/gateway/api.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { listOf } from '@formwork/web/list/list-of.ts';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import type { Overview } from './ApiList.tsx';
import { useCallColumns, useOutcomeFilter } from './call-columns.tsx';
import { RefusalWords } from './RefusalWords.tsx';
import { Replay } from './Replay.tsx';

const logs = listOf(gatewayApi.logs, { address: ['search', 'outcome'] });

/** Calls that came in. By the id that a caller was told one finds why it was refused. */
export function Logs({ overview }: { overview: Overview }) {
  const t = useT();
  const [open, setOpen] = useState<LogLine>();
  const columns = useCallColumns<LogLine>();
  const outcome = useOutcomeFilter();
  return (
    <>
      <ListPane
        list={logs}
        columns={columns}
        label={t('gateway.tab.log')}
        search={t('gateway.log.search')}
        filters={[outcome]}
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
