import { Button } from 'antd';
import type { ReactNode } from 'react';
import '../parts.css';
import { useUiText } from '../format/texts.ts';

export interface JobProgressProps {
  label: ReactNode;
  done: number;
  /** Unknown until the job has counted. */
  total?: number | undefined;
  state?: 'running' | 'done' | 'failed' | 'cancelled';
  onCancel?: () => void;
  /** What happened or what to do next, e.g. a link to the result. */
  note?: ReactNode;
}

export function JobProgress({ label, done, total, state = 'running', onCancel, note }: JobProgressProps) {
  const text = useUiText();
  const unknown = state === 'running' && !total;
  const share = state === 'done' ? 100 : total ? Math.min(100, (done / total) * 100) : 0;
  const finished = {
    running: undefined,
    done: text('ui.progress.done'),
    failed: text('ui.progress.failed'),
    cancelled: text('ui.progress.cancelled'),
  }[state];
  return (
    <div className="fw-progress" data-state={state} data-unknown={unknown || undefined}>
      <div className="fw-progress-line">
        <span>{label}</span>
        <span className="fw-progress-count" role="status">
          {finished}
          {finished && total ? ' · ' : ''}
          {total ? text('ui.progress.of', { done: done.toLocaleString(), total: total.toLocaleString() }) : ''}
        </span>
        {state === 'running' && onCancel && (
          <Button size="small" onClick={onCancel}>
            {text('ui.progress.cancel')}
          </Button>
        )}
      </div>
      <div
        className="fw-progress-track"
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={unknown ? undefined : Math.round(share)}
      >
        <div style={unknown ? undefined : { width: `${share}%` }} />
      </div>
      {note && <div className="fw-field-note">{note}</div>}
    </div>
  );
}
