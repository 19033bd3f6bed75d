import type { ReactNode } from 'react';

/* Isometric: x to the lower right, y to the lower left, z up. */
const unit = 44;
const at = (x: number, y: number, z: number) =>
  `${Math.round(300 + (x - y) * unit * 0.866)} ${Math.round(120 + (x + y) * unit * 0.5 - z * unit)}`;
const face = (...corners: [number, number, number][]) => `M${corners.map((corner) => at(...corner)).join('L')}z`;

function Block({
  x,
  y,
  z = 0,
  a = 1,
  b = 1,
  h,
  tone,
}: {
  x: number;
  y: number;
  z?: number;
  a?: number;
  b?: number;
  h: number;
  tone: 'panel' | 'cast' | 'plain';
}) {
  return (
    <g className={`lp-${tone}`}>
      <path className="lp-top" d={face([x, y, z + h], [x + a, y, z + h], [x + a, y + b, z + h], [x, y + b, z + h])} />
      <path className="lp-left" d={face([x, y + b, z + h], [x + a, y + b, z + h], [x + a, y + b, z], [x, y + b, z])} />
      <path className="lp-right" d={face([x + a, y, z + h], [x + a, y + b, z + h], [x + a, y + b, z], [x + a, y, z])} />
    </g>
  );
}

/** Lines on the left face of a block, as of a form. */
function Lines({ x, y, z, widths }: { x: number; y: number; z: number; widths: number[] }) {
  return (
    <g className="lp-lines">
      {widths.map((width, row) => (
        <path key={row} d={`M${at(x, y, z - row * 0.3)}L${at(x + width, y, z - row * 0.3)}`} />
      ))}
    </g>
  );
}

/** A floor with blocks: forms, a flow between them, bars of figures, a device that reports; one piece is just being set in. */
export function LoginPicture() {
  const floor: ReactNode[] = [];
  for (let line = 0; line <= 6; line += 1)
    floor.push(<path key={line} d={`M${at(line, 0, 0)}L${at(line, 6, 0)}M${at(0, line, 0)}L${at(6, line, 0)}`} />);
  return (
    <svg className="login-picture" viewBox="60 16 480 382" aria-hidden focusable="false">
      <g className="lp-floor">{floor}</g>
      <Block x={0.3} y={0.3} a={2.4} b={0.5} h={2.1} tone="panel" />
      <Lines x={0.6} y={0.8} z={1.75} widths={[1.1, 1.7, 1.7, 0.9]} />
      <Block x={3.6} y={0.5} a={0.6} b={0.6} h={0.8} tone="plain" />
      <Block x={4.4} y={0.5} a={0.6} b={0.6} h={1.5} tone="plain" />
      <Block x={5.2} y={0.5} a={0.6} b={0.6} h={1.1} tone="cast" />
      <path className="lp-wire" d={`M${at(1.5, 1.1, 0)}L${at(1.5, 2.7, 0)}L${at(3.1, 2.7, 0)}`} />
      <Block x={0.5} y={3.3} a={1.2} b={1.2} h={0.5} tone="panel" />
      <Block x={0.5} y={3.3} z={0.5} a={1.2} b={1.2} h={0.5} tone="plain" />
      <path className="lp-wire" d={`M${at(1.7, 3.9, 0)}L${at(3.1, 3.9, 0)}`} />
      <Block x={3.1} y={2.3} a={2.2} b={2.2} h={0.35} tone="panel" />
      <path
        className="lp-guide"
        d={`M${at(3.6, 4.0, 0.35)}L${at(3.6, 4.0, 1.5)}M${at(4.8, 4.0, 0.35)}L${at(4.8, 4.0, 1.5)}M${at(4.8, 2.8, 0.35)}L${at(4.8, 2.8, 1.5)}`}
      />
      <path className="lp-seat" d={face([3.6, 2.8, 0.36], [4.8, 2.8, 0.36], [4.8, 4.0, 0.36], [3.6, 4.0, 0.36])} />
      <Block x={3.6} y={2.8} z={1.25} a={1.2} b={1.2} h={0.75} tone="cast" />
      <path className="lp-wire" d={`M${at(4.2, 4.5, 0)}L${at(4.2, 5.4, 0)}L${at(2.6, 5.4, 0)}`} />
      <Block x={1.8} y={5} a={0.8} b={0.8} h={0.6} tone="plain" />
      <circle className="lp-dot" cx={at(2.2, 5.4, 0.6).split(' ')[0]} cy={at(2.2, 5.4, 0.6).split(' ')[1]} r="5" />
    </svg>
  );
}
