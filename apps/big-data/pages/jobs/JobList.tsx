import { RedoOutlined, StopOutlined } from '@ant-design/icons';
import type { ElementOf } from '@formwork/contract/console/elements.ts';
import { etlTasksApi, type EtlJob } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, runStates } from '@formwork/contract/runs/run.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, number, person, time } from '@formwork/web/list/columns-of.tsx';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { listOf } from '@formwork/web/list/list-of.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { RunState, spanText, tookMs, triggerName } from '@formwork/web/runs/RunState.tsx';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { Alert } from 'antd';
import { speedOf } from './speed.ts';

type RowAction = MenuAction & { id: ElementOf<'etlTaskJobs', 'row'> };

const columns = columnsOf<EtlJob>()('etltask.job', {
  name: { width: 190, cell: (job) => <Name job={job} /> },
  day: { width: 120, cell: ({ day }) => day ?? '—' },
  state: { width: 110, cell: (job) => <RunState of={job} /> },
  rowsRead: number,
  rowsWritten: number,
  rowsRejected: number,
  speed: { width: 110, align: 'end', cell: (job) => <Speed job={job} /> },
  trigger: { width: 100, cell: (job) => <Trigger job={job} /> },
  actor: person,
  createdAt: time,
  took: { width: 100, align: 'end', cell: (job) => <Took job={job} /> },
});
const taskColumns: typeof columns = (t, locale) => columns(t, locale).filter(({ id }) => id !== 'day');
const flowColumns: typeof columns = (t, locale) =>
  columns(t, locale).filter(({ id }) => !id.startsWith('rows') && id !== 'speed');

export const taskJobs = jobsOf('etl.task');
export const flowJobs = jobsOf('etl.flow');

function jobsOf(kind: 'etl.task' | 'etl.flow') {
  return listOf(etlTasksApi.jobs, {
    address: ['state', 'definition'],
    fixed: { kind },
    page: ({ jobs, next }) => ({ rows: jobs, next }),
  });
}

/** Runs of all tasks or flows, the latest first; it follows them. */
export function JobList({ of }: { of: 'task' | 'flow' }) {
  const t = useT();
  useLive('run.progress', () => void refresh(etlTasksApi.jobs));
  const ofTasks = useElements('etlTaskJobs');
  const ofFlows = useElements('etlFlowJobs');
  const elements = of === 'task' ? ofTasks : ofFlows;
  const readings = [etlTasksApi.jobs, etlTasksApi.lastRuns];
  const cancel = useCommand(runsApi.cancel, { refresh: readings, quiet: true });
  const rerun = useCommand(runsApi.rerun, { refresh: readings, quiet: true });
  const refused = cancel.errorText ?? rerun.errorText;
  const actionsOf = ({ id, state, can, cancelRequested }: EtlJob): RowAction[] => {
    const params = { runId: id };
    return [
      ...(can.rerun
        ? [
            {
              id: 'rerun' as const,
              title: elements.title('row', 'rerun', t('runs.rerun')),
              icon: <RedoOutlined />,
              onSelect: () => void rerun.run({ params, body: {} }),
            },
          ]
        : []),
      ...(can.cancel && !isOver(state) && !cancelRequested
        ? [
            {
              id: 'cancel' as const,
              title: elements.title('row', 'cancel', t('runs.cancel')),
              icon: <StopOutlined />,
              danger: true,
              onSelect: () => void cancel.run({ params }),
            },
          ]
        : []),
    ];
  };
  const title = t(of === 'task' ? 'etltask.jobs.title' : 'etltask.flow_jobs.title');
  return (
    <Page fill flush title={title}>
      {refused && <Alert banner closable type="error" title={refused} />}
      <ListPane<EtlJob, unknown>
        list={of === 'task' ? taskJobs : flowJobs}
        columns={of === 'task' ? taskColumns : flowColumns}
        label={title}
        filters={[
          {
            name: 'state',
            label: t('etltask.job.state'),
            options: runStates.map((value) => ({ value, label: t(`runs.state.${value}`) })),
          },
        ]}
        rowActions={(job) => elements.arranged<'row', RowAction>('row', actionsOf(job))}
        rowHref={({ id }) => pathTo(of === 'task' ? 'etlTaskJobs' : 'etlFlowJobs', {}, { run: id })}
        empty={{ title: t('etltask.jobs.none'), hint: t('etltask.jobs.none_hint') }}
      />
    </Page>
  );
}

function Name({ job }: { job: EtlJob }) {
  const locale = useLocale();
  return <>{job.name ? textIn(job.name, locale) : '—'}</>;
}

function Trigger({ job }: { job: EtlJob }) {
  return <>{triggerName(job.trigger, useT())}</>;
}

function Speed({ job }: { job: EtlJob }) {
  return <>{formatNumber(speedOf(job), useLocale())}</>;
}

function Took({ job }: { job: EtlJob }) {
  const t = useT();
  const took = tookMs(job, Date.now());
  return <>{took === undefined ? '—' : spanText(took, t)}</>;
}
