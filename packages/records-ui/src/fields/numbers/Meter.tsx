import type { CSSProperties } from 'react';
import type { ShownProps } from '../field-ui.ts';
import { useValueText } from '../ShownText.tsx';

/** How much of a whole: a bar of 56 px and the figure, in one element. */
export function Meter({ field, value, share }: ShownProps & { share: number }) {
  const part = Math.min(1, Math.max(0, share));
  return (
    <span
      className="fw-meter"
      data-full={part === 1 || undefined}
      style={{ '--part': `${part * 100}%` } as CSSProperties}
    >
      {useValueText(field, value)}
    </span>
  );
}
