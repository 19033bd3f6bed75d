import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { FlowRun } from '@formwork/contract/orchestration/api.ts';
import { runStates } from '@formwork/contract/runs/run.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { filtersOf } from '@formwork/web/elements/filters-of.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, person, time, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPage } from '@formwork/web/list/ListPage.tsx';
import { usePage } from '@formwork/web/router/page-context.ts';
import { RunState, spanText, tookMs, triggerName } from '@formwork/web/runs/RunState.tsx';
import { useQuery } from '@tanstack/react-query';
import { flowRuns } from '../../flows.ts';
import { FlowRunView } from './FlowRunView.tsx';
import './orchestration.css';

export default function RunsPage() {
  const { params } = usePage();
  return typeof params.id === 'string' ? <FlowRunView key={params.id} id={params.id} /> : <Runs />;
}

const columns = columnsOf<FlowRun>()('flows.run', {
  definition: { width: 220, cell: (run) => <FlowName id={run.definition} /> },
  state: { width: 120, cell: (run) => <RunState of={{ ...run, cancelRequested: false }} /> },
  trigger: { width: 150, cell: (run) => <Trigger of={run} /> },
  actor: person,
  createdAt: time,
  took: { width: 110, align: 'end', cell: (run) => <Took of={run} /> },
  steps: wide({ width: 90, align: 'end', show: (value: number) => value }, 90),
  release: wide({ width: 90, align: 'end', show: (value: number) => value }, 90),
});

const triggers = [
  'call',
  'api',
  'schedule',
  'flow',
  'message',
  'button',
  'webhook',
  'replay',
  'records.created',
  'records.updated',
  'records.deleted',
];

function useFlowNames() {
  const { data } = useQuery(q(definitionsApi.list, { params: { kind: flowKind.kind }, query: { limit: 100 } }));
  return data?.rows ?? [];
}

function Runs() {
  const t = useT();
  const locale = useLocale();
  const names = useFlowNames();
  const elements = useElements('orchestrationRuns');
  return (
    <ListPage
      title={t('flows.runs')}
      label={t('flows.runs')}
      back={pathTo('orchestration', {})}
      list={flowRuns}
      columns={columns}
      {...filtersOf(elements, 'filters', {
        search: t('flows.run_search'),
        filters: [
          {
            name: 'state' as const,
            label: t('flows.run.state'),
            options: runStates.map((value) => ({ value, label: t(`runs.state.${value}`) })),
          },
          {
            name: 'definition' as const,
            label: t('flows.run.definition'),
            options: names.map(({ id, name }) => ({ value: id, label: textIn(name, locale) })),
          },
          {
            name: 'trigger' as const,
            label: t('flows.run.trigger'),
            options: triggers.map((value) => ({ value, label: triggerName(value, t) })),
          },
        ],
      })}
      rowHref={({ id }) => pathTo('orchestrationRuns', { id })}
      empty={{ title: t('flows.no_runs'), hint: t('flows.no_runs_hint') }}
    />
  );
}

function FlowName({ id }: { id: string }) {
  const locale = useLocale();
  const found = useFlowNames().find((one) => one.id === id);
  return <>{found ? textIn(found.name, locale) : id}</>;
}

function Trigger({ of }: { of: FlowRun }) {
  return <>{triggerName(of.trigger, useT())}</>;
}

function Took({ of }: { of: FlowRun }) {
  const t = useT();
  const took = tookMs(of, Date.now());
  return <>{took === undefined ? '—' : spanText(took, t)}</>;
}
