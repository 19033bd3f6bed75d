import type { CSSProperties, ReactNode } from 'react';
import './parts.css';

export type StateTone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error';

/** A state as a tag. `hue` 0-9 instead of a tone colours options people made themselves. */
export function StateTag({ tone = 'neutral', hue, icon, children }: { tone?: StateTone; hue?: number | undefined; icon?: ReactNode; children: ReactNode }) {
  const style = hue === undefined ? undefined : ({ '--hue': `var(--fw-hue-${(hue % 10) + 1})` } as CSSProperties);
  return (
    <span className="fw-tag" data-tone={hue === undefined ? tone : undefined} data-hue={hue} style={style}>
      {icon}
      {children}
    </span>
  );
}
