import type { ReactNode } from 'react';
import '../parts.css';

export type StateTone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error';

/** A state as a tag: its tone says how good it is. What people chose of several is an `OptionPill`. */
export function StateTag({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: StateTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className="fw-tag" data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
