import type { JobDetail } from '@formwork/contract/etl/task-api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { isOver, type RunStep } from '@formwork/contract/runs/run.ts';
import { textIn } from '@formwork/contract/text.ts';
import { knowTask } from '@formwork/etl/graph.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { addressOf } from '@formwork/web/http/call.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { RunViewer } from '@formwork/web/runs/RunViewer.tsx';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import '../etl.css';
import { graphOf } from '../tasks/graph.ts';
import { nodeTypes } from '../tasks/node-kinds.tsx';
import { edgeRows } from './edge-rows.ts';
import { JoinReports, useJoinWords } from './JoinReports.tsx';
import { joinFigures } from './joins.ts';
import { RejectedDrawer } from './RejectedDrawer.tsx';
import { speedOf } from './speed.ts';
import { StartedWith } from './StartedWith.tsx';
import { useStepWords } from './step-words.ts';
import { useJob } from './use-job.ts';

/** One run of a task: what it reads, writes and rejects, its picture and times, the files it made. */
export function TaskJob({ runId }: { runId: string }) {
  const job = useJob(runId);
  if (!job.data) return <Unread of={[job]} skeleton={<SkeletonPage />} />;
  return <Shown job={job.data} />;
}

interface StepOut {
  rows?: number;
  /** Why all rows of a change log were read again. */
  anew?: 'lost' | 'many' | 'altered';
  engine?: string;
}

function Shown({ job }: { job: JobDetail }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const elements = useElements('etlTaskJobs');
  const [rejected, setRejected] = useState(false);
  const types = useMemo(() => nodeTypes(t), [t]);
  const graph = useMemo(() => {
    if (!job.task) return undefined;
    const figures = new Map(job.nodes.map((one) => [one.node, one]));
    const drawn = graphOf(job.task, knowTask(job.task), t);
    return {
      nodes: drawn.nodes.map((node) => {
        const own = figures.get(node.id);
        return own
          ? {
              ...node,
              line: [
                t('etltask.job.rows_here', { rows: formatNumber(own.rows, locale), count: own.rows }),
                ...(own.report?.portions
                  ? [t('etltask.job.portions', { count: own.report.portions, portions: own.report.portions })]
                  : []),
              ].join(' · '),
              ...(own.rejected > 0 && { badge: `−${own.rejected}` }),
            }
          : node;
      }),
      // how full each way is: what came out of the node behind it
      edges: drawn.edges.map((edge) => {
        const own = figures.get(edge.source);
        const unused = isOver(job.state) && !figures.has(edge.target);
        return own && !unused
          ? {
              ...edge,
              label: [edge.label, formatNumber(edgeRows(own, edge.data?.port ?? 'out'), locale)]
                .filter(Boolean)
                .join(' '),
            }
          : edge;
      }),
    };
  }, [job, t, locale]);
  const ends = new Map((job.task?.nodes ?? []).map(({ id, kind }) => [id, kind]));
  const bytesOf = (end: 'Source' | 'Target') =>
    job.nodes.reduce((sum, one) => sum + (ends.get(one.node)?.endsWith(end) ? one.bytes : 0), 0);
  const joinWords = useJoinWords();
  const nameOf = (node: string) => graph?.nodes.find(({ id }) => id === node)?.title ?? node;
  const stepWords = useStepWords();
  const wordsOf = ({ out }: RunStep) => {
    const { rows = 0, anew, engine } = (out ?? {}) as StepOut;
    if (anew) return t(`etltask.job.anew.${anew}`, { rows: formatNumber(rows, locale) });
    const joined = joinFigures(out);
    if (!joined) return stepWords(out);
    const count = t('etltask.job.rows_here', { rows: formatNumber(rows, locale), count: rows });
    const where = engine === undefined ? [] : [t('etltask.job.engine', { engine })];
    return [count, joinWords(joined), ...where].join(' · ');
  };
  const figures = [
    { id: 'rows_read', value: job.rowsRead },
    { id: 'rows_written', value: job.rowsWritten },
    { id: 'rows_rejected', value: job.rowsRejected },
    { id: 'bytes_read', value: bytesOf('Source') },
    { id: 'bytes_written', value: bytesOf('Target') },
    { id: 'speed', value: speedOf(job) },
  ] as const;
  return (
    <div className="etl-job">
      <div className="etl-job-view">
        <RunViewer
          runId={job.id}
          facts={
            <>
              <div className="etl-job-facts" role="status">
                <dl>
                  <StartedWith job={job} />
                  {elements.arranged('facts', figures).map(({ id: name, value }) => (
                    <div key={name}>
                      <dt>{elements.title('facts', name, t(`etltask.job.${name}`))}</dt>
                      <dd data-bad={(name === 'rows_rejected' && value > 0) || undefined}>
                        {name.startsWith('bytes_') ? formatBytes(value, locale) : formatNumber(value, locale)}
                      </dd>
                    </div>
                  ))}
                </dl>
                {job.files.map(({ file, name }) => (
                  <Button key={file} href={addressOf(filesApi.open, { params: { fileId: file } })} download={name}>
                    {name}
                  </Button>
                ))}
                <Arranged of={elements} group="tools">
                  {job.rowsRejected > 0 && (
                    <Button key="rejected" onClick={() => setRejected(true)}>
                      {elements.title('tools', 'rejected', t('etltask.rejected'))}
                    </Button>
                  )}
                  {job.definition && (
                    <Button
                      key="design"
                      onClick={() => void router.go(pathTo('etlTaskDesign', {}, { id: job.definition! }))}
                    >
                      {elements.title('tools', 'design', t('etltask.job.design'))}
                    </Button>
                  )}
                </Arranged>
              </div>
              <JoinReports job={job} nameOf={nameOf} />
            </>
          }
          wordsOf={wordsOf}
          title={job.name ? textIn(job.name, locale) : undefined}
          back={pathTo('etlTaskJobs', {})}
          picture={() => graph && { graph, types, current: job.standing }}
          onRerun={({ id }) => void router.go(pathTo('etlTaskJobs', {}, { run: id }))}
        />
      </div>
      {rejected && <RejectedDrawer job={job} onClose={() => setRejected(false)} />}
    </div>
  );
}
