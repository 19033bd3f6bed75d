import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver, type RunStep, type RunView } from '@formwork/contract/runs/run.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import type { CanvasGraph } from '@formwork/ui/canvas/graph.ts';
import { EmptyState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { Alert, Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { refusalText } from '../http/error-text.ts';
import { Unread } from '../http/Unread.tsx';
import { useCommand } from '../http/use-command.ts';
import { loadErrorText, useLocale, useT } from '../i18n/i18n.ts';
import { PersonName } from '../list/PersonName.tsx';
import { Gantt } from './Gantt.tsx';
import { RunState, runKindName, spanText, tookMs, triggerName } from './RunState.tsx';
import { runGraph } from './run-graph.ts';
import './runs.css';
import { StepDetail, Value } from './StepDetail.tsx';
import { useRun } from './use-run.ts';

export interface RunPicture {
  /** Of the release that was run: the ids of its nodes are those of the steps. */
  graph: CanvasGraph;
  types: Readonly<Record<string, CanvasNodeType>>;
  /** Nodes where it stands just now; without them the last one that was noted. */
  current?: readonly string[];
}

interface RunViewerProps {
  runId: string;
  /** What ran, in place of the name of its kind. */
  title?: string | undefined;
  back?: string;
  /** What is drawn of it; without one there are the times and the steps alone. */
  picture?: (run: RunView) => RunPicture | undefined;
  /** How a node is called where there is no picture. */
  nameOf?: (node: string) => string;
  /** What came out of a step, in words, where the kind has some for it. */
  wordsOf?: (step: RunStep) => string | undefined;
  /** A run from the start is a new one. */
  onRerun?: (run: RunView) => void;
  /** Buttons of the kind's own, beside cancel. */
  actions?: ReactNode;
  /** What else there is to know of it, below its times. */
  facts?: ReactNode;
}

const tabs = ['picture', 'gantt', 'steps', 'result'] as const;
type Tab = (typeof tabs)[number];

/** One run: where it stands, what each step took in and gave out, on its picture, along the time and line by line. */
export function RunViewer({ runId, ...rest }: RunViewerProps) {
  const { run, steps, found } = useRun(runId);
  if (!run.data) return <Unread of={[run]} skeleton={<SkeletonPage />} />;
  return (
    <Viewer
      run={run.data}
      steps={found}
      more={
        steps.hasNextPage ? { pending: steps.isFetchingNextPage, read: () => void steps.fetchNextPage() } : undefined
      }
      {...rest}
    />
  );
}

function Viewer({
  run,
  title: ownTitle,
  steps,
  more,
  back,
  picture: pictureOf,
  nameOf: ownName,
  wordsOf,
  onRerun,
  actions,
  facts,
}: Omit<RunViewerProps, 'runId'> & {
  run: RunView;
  steps: readonly RunStep[];
  more: { pending: boolean; read: () => void } | undefined;
}) {
  const t = useT();
  const picture = pictureOf?.(run);
  const [wanted, setTab] = useState<Tab>();
  // the picture may come behind the run
  const tab = wanted ?? (picture ? 'picture' : 'gantt');
  const [chosen, setChosen] = useState<number>();
  const readings = [runsApi.get, runsApi.steps, runsApi.list];
  const cancel = useCommand(runsApi.cancel, { refresh: readings });
  const rerun = useCommand(runsApi.rerun, { refresh: readings });
  const params = { runId: run.id };
  const step = steps.find(({ seq }) => seq === chosen);
  const names = new Map(picture?.graph.nodes.map(({ id, title }) => [id, title]));
  const nameOf = (node: string) => names.get(node) ?? ownName?.(node) ?? node;
  const shown = tabs.filter((one) => one !== 'picture' || picture);
  const again = async () => {
    const made = await rerun.run({ params, body: {} });
    if (made) onRerun?.(made);
  };
  const failedNode = step?.error && step.node;
  return (
    <Page
      fill
      flush
      title={ownTitle ?? runKindName(run.kind, t)}
      tags={<RunState of={run} />}
      {...(back !== undefined && { back })}
      tabs={shown.map((id) => ({ id, title: t(`runs.tab.${id}`), ...(id === 'steps' && { count: steps.length }) }))}
      tab={tab}
      onTab={(id) => setTab(id as Tab)}
      actions={
        <>
          {run.can.cancel && !isOver(run.state) && (
            <Button
              danger
              loading={cancel.pending}
              disabled={run.cancelRequested}
              onClick={() => void cancel.run({ params })}
            >
              {t('runs.cancel')}
            </Button>
          )}
          {run.can.rerun && (
            <Button loading={rerun.pending} onClick={() => void again()}>
              {t('runs.rerun')}
            </Button>
          )}
          {actions}
        </>
      }
    >
      <div className="run-viewer">
        <RunFacts run={run} />
        {facts}
        {run.error && <Alert banner type="error" title={refusalText(run.error, t) ?? run.error.code} />}
        <SplitView
          at="end"
          width={340}
          remember="run"
          side={
            <div className="run-detail">
              <StepDetail
                step={step}
                nameOf={nameOf}
                wordsOf={wordsOf}
                actions={
                  run.can.rerunFrom && failedNode ? (
                    <Button
                      size="small"
                      loading={rerun.pending}
                      onClick={() => void rerun.run({ params, body: { from: failedNode } })}
                    >
                      {t('runs.rerun_from')}
                    </Button>
                  ) : undefined
                }
              />
            </div>
          }
        >
          {tab === 'picture' && picture && (
            <Canvas
              label={runKindName(run.kind, t)}
              kind="run"
              readOnly
              graph={runGraph(picture.graph, steps, run.state, picture.current)}
              types={picture.types}
              onSelect={({ nodes }) => {
                const node = nodes[0]?.id;
                setChosen(node === undefined ? undefined : steps.findLast((one) => one.node === node)?.seq);
              }}
            />
          )}
          {tab === 'gantt' &&
            (steps.some(({ node }) => node !== undefined) ? (
              <Gantt steps={steps} nameOf={nameOf} chosen={chosen} onChoose={setChosen} />
            ) : (
              <EmptyState title={t('runs.no_steps')} hint={t('runs.no_steps_hint')} />
            ))}
          {tab === 'steps' && (
            <StepTable steps={steps} nameOf={nameOf} chosen={chosen} onChoose={setChosen} more={more} />
          )}
          {tab === 'result' && <Outcome run={run} />}
        </SplitView>
      </div>
    </Page>
  );
}

function RunFacts({ run }: { run: RunView }) {
  const t = useT();
  const locale = useLocale();
  const took = tookMs(run, Date.now());
  const share = run.total > 0 ? t('runs.progress', { done: run.done, total: run.total }) : undefined;
  return (
    <p className="run-line">
      <span>{triggerName(run.trigger, t)}</span>
      <span>{run.actor === null ? t('runs.system') : <PersonName id={run.actor} />}</span>
      <Time at={run.startedAt ?? run.createdAt} locale={locale} />
      {took !== undefined && <span>{spanText(took, t)}</span>}
      {share && <span role="status">{share}</span>}
      {run.release !== null && <span>{t('runs.of_release', { number: run.release })}</span>}
      {run.attempt > 1 && <span>{t('runs.attempt_number', { number: run.attempt })}</span>}
    </p>
  );
}

function StepTable({
  steps,
  nameOf,
  chosen,
  onChoose,
  more,
}: {
  steps: readonly RunStep[];
  nameOf: (node: string) => string;
  chosen: number | undefined;
  onChoose: (seq: number) => void;
  more: { pending: boolean; read: () => void } | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const codes = steps.flatMap(({ error }) => error?.code ?? []).join(' ');
  useEffect(() => {
    for (const code of new Set(codes.split(' '))) if (code !== '') void loadErrorText(code);
  }, [codes]);
  if (steps.length === 0) return <EmptyState title={t('runs.no_steps')} hint={t('runs.no_steps_hint')} />;
  return (
    <div className="run-steps">
      <ol>
        {steps.map((step) => (
          <li key={step.seq}>
            <button type="button" aria-pressed={step.seq === chosen} onClick={() => onChoose(step.seq)}>
              <time>{formatTime(step.at, locale, 'second')}</time>
              <b>{step.node === undefined ? t('runs.log_line') : nameOf(step.node)}</b>
              <span data-failed={step.error ? '' : undefined}>
                {step.error
                  ? (refusalText(step.error, t) ?? step.error.code)
                  : typeof step.out === 'string'
                    ? step.out
                    : ''}
              </span>
              <span>{step.ms === undefined ? '' : spanText(step.ms, t)}</span>
            </button>
          </li>
        ))}
      </ol>
      {more && (
        <Button loading={more.pending} onClick={more.read}>
          {t('runs.more_steps')}
        </Button>
      )}
    </div>
  );
}

function Outcome({ run }: { run: RunView }) {
  const t = useT();
  const counts = Object.entries(run.counts ?? {});
  if (counts.length === 0 && (run.result === null || run.result === undefined))
    return <EmptyState title={t(isOver(run.state) ? 'runs.no_result' : 'runs.no_result_yet')} />;
  return (
    <div className="run-outcome">
      {counts.length > 0 && (
        <dl className="run-facts">
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count.toLocaleString()}</dd>
            </div>
          ))}
        </dl>
      )}
      {run.result !== null && run.result !== undefined && <Value of={run.result} />}
    </div>
  );
}
