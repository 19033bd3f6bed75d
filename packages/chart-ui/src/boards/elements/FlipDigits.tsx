import { useState } from 'react';
import '../elements.css';

/** Each digit on a plate of its own, which turns when it becomes another. Places are counted from the right: a digit more turns none of the others. */
export function FlipDigits({ text }: { text: string }) {
  const signs = [...text];
  return signs.map((sign, at) => <Plate key={signs.length - at} sign={sign} />);
}

function Plate({ sign }: { sign: string }) {
  const [shown, setShown] = useState({ sign, turns: 0 });
  // during the render, so that no frame shows the old one
  const now = shown.sign === sign ? shown : { sign, turns: shown.turns + 1 };
  if (now !== shown) setShown(now);
  return (
    <span className="stage-digit" data-plain={!/\d/.test(sign) || undefined} aria-hidden>
      <span key={now.turns} data-turned={now.turns > 0 || undefined}>
        {sign}
      </span>
    </span>
  );
}
