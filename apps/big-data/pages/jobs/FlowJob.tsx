import type { JobDetail } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { RunState } from '@formwork/web/runs/RunState.tsx';
import { RunViewer } from '@formwork/web/runs/RunViewer.tsx';
import { Button } from 'antd';
import { useMemo } from 'react';
import '../etl.css';
import { flowGraph, flowTypes } from '../flows/graph.tsx';
import { StartedWith } from './StartedWith.tsx';
import { useJob } from './use-job.ts';

/** One run of a flow: the state of each of its tasks, with the way to its run. */
export function FlowJob({ runId }: { runId: string }) {
  const job = useJob(runId);
  if (!job.data) return <Unread of={[job]} skeleton={<SkeletonPage />} />;
  return <Shown job={job.data} />;
}

function Shown({ job }: { job: JobDetail }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const elements = useElements('etlFlowJobs');
  const types = useMemo(() => flowTypes(t), [t]);
  const graph = useMemo(() => (job.flow ? flowGraph(job.flow, t) : undefined), [job.flow, t]);
  const kindOf = (node: string) => job.flow?.nodes.find(({ id }) => id === node)?.kind;
  const nameOf = (node: string) => job.flow?.nodes.find(({ id }) => id === node)?.title || t('etltask.flow.node.task');
  return (
    <div className="etl-job">
      <div className="etl-job-view">
        <RunViewer
          runId={job.id}
          facts={
            <div className="etl-job-facts" role="status">
              <dl>
                {elements.shows('facts', 'day') && (
                  <div>
                    <dt>{elements.title('facts', 'day', t('etltask.job.day'))}</dt>
                    <dd>{job.day}</dd>
                  </div>
                )}
                <StartedWith job={job} day={false} />
                {(elements.shows('facts', 'tasks') ? job.runs : []).map(({ node, run, state }) => (
                  <div key={run}>
                    <dt>{nameOf(node)}</dt>
                    <dd>
                      <Link href={pathTo(kindOf(node) === 'flow' ? 'etlFlowJobs' : 'etlTaskJobs', {}, { run })}>
                        <RunState of={{ state }} />
                      </Link>
                    </dd>
                  </div>
                ))}
              </dl>
              {job.definition && elements.shows('tools', 'design') && (
                <Button onClick={() => void router.go(pathTo('etlFlows', {}, { id: job.definition! }))}>
                  {elements.title('tools', 'design', t('etltask.job.design'))}
                </Button>
              )}
            </div>
          }
          title={job.name ? textIn(job.name, locale) : undefined}
          back={pathTo('etlFlowJobs', {})}
          picture={() => graph && { graph, types, current: job.standing }}
          onRerun={({ id }) => void router.go(pathTo('etlFlowJobs', {}, { run: id }))}
        />
      </div>
    </div>
  );
}
