import type { RunStep } from '@formwork/contract/runs/run.ts';
import { useMemo, type CSSProperties } from 'react';
import { useT } from '../i18n/i18n.ts';
import { spanText } from './RunState.tsx';
import './runs.css';
import { timelineOf } from './timeline.ts';

const marks = [0, 0.25, 0.5, 0.75, 1];

/** The nodes of a run one below the other, each pass a bar along the time: what took long and what waited for what. */
export function Gantt({
  steps,
  nameOf,
  chosen,
  onChoose,
}: {
  steps: readonly RunStep[];
  nameOf: (node: string) => string;
  chosen: number | undefined;
  onChoose: (seq: number) => void;
}) {
  const t = useT();
  const { lanes, spanMs } = useMemo(() => timelineOf(steps), [steps]);
  const share = (ms: number) => `${((ms / spanMs) * 100).toFixed(3)}%`;
  return (
    <div className="run-gantt" role="list" aria-label={t('runs.gantt')}>
      <div className="run-gantt-head" aria-hidden>
        <span />
        <span className="run-gantt-track">
          {marks.map((mark) => (
            <small key={mark} style={{ insetInlineStart: `${mark * 100}%` }}>
              {spanText(spanMs * mark, t)}
            </small>
          ))}
        </span>
      </div>
      {lanes.map(({ node, bars }) => (
        <div key={node} className="run-gantt-lane" role="listitem">
          <span className="run-gantt-name" title={nameOf(node)}>
            {nameOf(node)}
          </span>
          <span className="run-gantt-track">
            {bars.map((bar) => {
              const style: CSSProperties = {
                insetInlineStart: share(bar.startMs),
                width: share(Math.max(bar.endMs - bar.startMs, 0)),
              };
              const took = spanText(bar.endMs - bar.startMs, t);
              return (
                <button
                  key={bar.seq}
                  type="button"
                  className="run-gantt-bar"
                  style={style}
                  data-failed={bar.failed || undefined}
                  aria-pressed={bar.seq === chosen}
                  aria-label={t(bar.failed ? 'runs.bar_failed' : 'runs.bar', { name: nameOf(node), took })}
                  title={`${nameOf(node)} · ${took}`}
                  onClick={() => onChoose(bar.seq)}
                />
              );
            })}
          </span>
        </div>
      ))}
    </div>
  );
}
