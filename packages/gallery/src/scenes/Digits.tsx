import { FlipDigits } from '@formwork/chart-ui/boards/elements/FlipDigits.tsx';
import { useState } from 'react';

const figures = ['1,198', '1,199', '12,004'];

/** The digits of a screen; the button goes to the next figure. */
export default function Digits() {
  const [at, setAt] = useState(0);
  return (
    <section className="gallery-panel">
      <div role="img" aria-label={figures[at]} style={{ fontSize: 48 }}>
        <FlipDigits text={figures[at]!} />
      </div>
      <button type="button" onClick={() => setAt((at + 1) % figures.length)}>
        next
      </button>
    </section>
  );
}
