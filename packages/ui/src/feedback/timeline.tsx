import { CheckOutlined, ClockCircleOutlined, CloseOutlined, MinusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import '../parts.css';

export type TimelineState = 'completed' | 'current' | 'pending' | 'stopped';

export interface TimelineItem {
  id: string;
  state: TimelineState;
  title: ReactNode;
  /** Tags or the person, behind the title. */
  who?: ReactNode;
  time?: ReactNode;
  /** What was said. */
  note?: ReactNode;
  /** Rows under the step, e.g. one per signer. */
  children?: ReactNode;
}

const marks: Record<TimelineState, ReactNode> = {
  completed: <CheckOutlined />,
  current: <ClockCircleOutlined />,
  pending: <MinusOutlined />,
  stopped: <CloseOutlined />,
};

/** The track of a process: each step with person and time. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="fw-timeline">
      {items.map((item) => (
        <li
          key={item.id}
          className="fw-timeline-item"
          data-state={item.state}
          aria-current={item.state === 'current' ? 'step' : undefined}
        >
          <span className="fw-timeline-mark" aria-hidden>
            {marks[item.state]}
          </span>
          <div>
            <div className="fw-timeline-line">
              <b>{item.title}</b>
              {item.who}
              {item.time && <span className="fw-timeline-time">{item.time}</span>}
            </div>
            {item.note && <div className="fw-timeline-note">{item.note}</div>}
            {item.children && <div className="fw-timeline-people">{item.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
