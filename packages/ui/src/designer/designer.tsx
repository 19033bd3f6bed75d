import {
  CheckCircleOutlined,
  DownOutlined,
  ExclamationCircleOutlined,
  UpOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { useState, type HTMLAttributes, type ReactNode, type Ref } from 'react';
import './designer.css';
import { useUiText } from '../format/texts.ts';
import { usePhone } from '../skin/use-media.ts';

export interface DesignerProblem {
  id: string;
  level: 'error' | 'warning';
  message: ReactNode;
  /** The thing it is about, as people call it. */ where?: ReactNode;
}

export interface DesignerProps extends HTMLAttributes<HTMLDivElement> {
  ref?: Ref<HTMLDivElement>;
  /** Version bar: draft, released n, compare, release. */
  bar?: ReactNode;
  palette?: ReactNode;
  inspector?: ReactNode;
  problems?: readonly DesignerProblem[] | undefined;
  onProblem?: (problem: DesignerProblem) => void;
  /** Phones get the picture without its tools; say so. */
  phoneNotice?: boolean;
  children: ReactNode;
}

/** Palette left, the thing designed in the middle, inspector right, problems below. */
export function Designer({
  bar,
  palette,
  inspector,
  problems,
  onProblem,
  phoneNotice = true,
  children,
  className = '',
  ...rest
}: DesignerProps) {
  const text = useUiText();
  const phone = usePhone();
  return (
    <div {...rest} className={`fw-designer ${className}`}>
      {bar && <div className="fw-designer-bar">{bar}</div>}
      {!phone && palette && (
        <aside className="fw-designer-pane fw-designer-palette" aria-label={text('ui.canvas.palette')}>
          {palette}
        </aside>
      )}
      <div className="fw-designer-middle">
        {phone && phoneNotice && (palette || inspector) && (
          <div className="fw-designer-notice" role="note">
            {text('ui.canvas.phone')}
          </div>
        )}
        {children}
      </div>
      {!phone && inspector && (
        <aside className="fw-designer-pane fw-designer-inspector" aria-label={text('ui.canvas.inspector')}>
          {inspector}
        </aside>
      )}
      {problems && <Problems problems={problems} onProblem={onProblem} />}
    </div>
  );
}

export function InspectorTitle({
  icon,
  children,
  extra,
}: {
  icon?: ReactNode;
  children: ReactNode;
  extra?: ReactNode;
}) {
  return (
    <header className="fw-inspector-title">
      {icon}
      <span style={{ flex: 1 }}>{children}</span>
      {extra}
    </header>
  );
}

export function InspectorSection({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className="fw-inspector-section">
      {title && <h3>{title}</h3>}
      {children}
    </section>
  );
}

function Problems({
  problems,
  onProblem,
}: {
  problems: readonly DesignerProblem[];
  onProblem: ((problem: DesignerProblem) => void) | undefined;
}) {
  const text = useUiText();
  const [open, setOpen] = useState(false);
  const level = problems.some((problem) => problem.level === 'error')
    ? 'error'
    : problems.length > 0
      ? 'warning'
      : 'none';
  const icon = { error: <ExclamationCircleOutlined />, warning: <WarningOutlined />, none: <CheckCircleOutlined /> };
  return (
    <div className="fw-problems">
      <button
        type="button"
        className="fw-problems-toggle"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        disabled={problems.length === 0}
      >
        <span data-level={level}>{icon[level]}</span>
        <span role="status">
          {problems.length > 0 ? text('ui.canvas.problems', { count: problems.length }) : text('ui.canvas.no_problems')}
        </span>
        {problems.length > 0 && (open ? <DownOutlined /> : <UpOutlined />)}
      </button>
      {open && problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem.id}>
              <button type="button" onClick={() => onProblem?.(problem)}>
                <span data-level={problem.level}>{icon[problem.level]}</span>
                <span>{problem.message}</span>
                {problem.where && <span className="fw-problems-where">{problem.where}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
