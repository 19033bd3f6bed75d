import { DownloadOutlined } from '@ant-design/icons';
import { orchestrationApi, type FlowRun } from '@formwork/contract/orchestration/api.ts';
import { runStates } from '@formwork/contract/runs/run.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { filtersOf } from '@formwork/web/elements/filters-of.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { AddressRange } from '@formwork/web/list/AddressRange.tsx';
import { columnsOf, person, time, wide } from '@formwork/web/list/columns-of.tsx';
import { ListPage } from '@formwork/web/list/ListPage.tsx';
import { usePage } from '@formwork/web/router/page-context.ts';
import { RunState, spanText, tookMs, triggerName } from '@formwork/web/runs/RunState.tsx';
import { textOf } from '@formwork/web/query-string.ts';
import { flowRuns } from '../../flows.ts';
import { FlowFilter } from './FlowFilter.tsx';
import { FlowRunView } from './FlowRunView.tsx';
import './orchestration.css';

export default function RunsPage() {
  const { params } = usePage();
  return typeof params.id === 'string' ? <FlowRunView key={params.id} id={params.id} /> : <Runs />;
}

const columns = columnsOf<FlowRun>()('flows.run', {
  definition: { width: 220, cell: (run) => <FlowName of={run} /> },
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
  'date',
  'replay',
  'records.created',
  'records.updated',
  'records.deleted',
  'workflow.step',
];

function Runs() {
  const t = useT();
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
            input: (label: string) => <FlowFilter label={label} />,
          },
          {
            name: 'trigger' as const,
            label: t('flows.run.trigger'),
            options: triggers.map((value) => ({ value, label: triggerName(value, t) })),
          },
          {
            name: 'range' as const,
            label: t('flows.run.range'),
            input: (label: string) => <AddressRange label={label} />,
          },
        ],
      })}
      tools={
        elements.shows('tools', 'sheet') && <SaveList title={elements.title('tools', 'sheet', t('flows.runs_save'))} />
      }
      rowHref={({ id }) => pathTo('orchestrationRuns', { id })}
      empty={{ title: t('flows.no_runs'), hint: t('flows.no_runs_hint') }}
    />
  );
}

/** The list as a file, with what it is narrowed to just now. */
function SaveList({ title }: { title: string }) {
  const t = useT();
  const { query } = usePage();
  const narrowed = Object.fromEntries(
    flowRuns.address.flatMap((name) => {
      const value = textOf(query[name])?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  return (
    <MenuButton
      label={title}
      className="fw-icon-button run-save"
      align="end"
      items={(['xlsx', 'csv'] as const).map((format) => ({
        id: format,
        title: t(`flows.runs_save_as.${format}`),
        onSelect: () =>
          location.assign(documentAddress(orchestrationApi.runsSheet, { query: { ...narrowed, format } })),
      }))}
    >
      <DownloadOutlined />
    </MenuButton>
  );
}

function FlowName({ of }: { of: FlowRun }) {
  const t = useT();
  const locale = useLocale();
  return of.name ? <>{textIn(of.name, locale)}</> : <span className="run-quiet">{t('flows.run.unseen')}</span>;
}

function Trigger({ of }: { of: FlowRun }) {
  return <>{triggerName(of.trigger, useT())}</>;
}

function Took({ of }: { of: FlowRun }) {
  const t = useT();
  const took = tookMs(of, Date.now());
  return <>{took === undefined ? '—' : spanText(took, t)}</>;
}
