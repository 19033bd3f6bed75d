import type { Picked } from '@formwork/chart/parts/items.ts';
import type { Cell } from '@formwork/chart/result.ts';
import { samples } from '@formwork/chart/testing/samples.ts';
import { Chart } from '@formwork/chart-ui/Chart.tsx';
import { chartKinds } from '@formwork/contract/analytics/chart.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';
import { askedFor } from '../address.ts';
import { Panel } from '../Panel.tsx';

type Picks = Record<string, Cell[]>;

/** Every kind with data of a plant; `?kind=bar` shows one, `?count=45` as many as a large page has. */
export default function Charts() {
  const t = useT();
  const [picks, setPicks] = useState<Record<string, Picks>>({});
  const [said, setSaid] = useState('');
  const one = askedFor('kind');
  const count = Number(askedFor('count') ?? chartKinds.length);
  const shown = one
    ? chartKinds.filter((kind) => kind === one)
    : Array.from({ length: count }, (_empty, at) => chartKinds[at % chartKinds.length]!);
  const pick = (place: string) => (keys: Picked, add: boolean) => {
    const before = add ? (picks[place] ?? {}) : {};
    const next = Object.entries(keys).map(([id, value]) => [id, [...(before[id] ?? []), value]]);
    setPicks({ ...picks, [place]: { ...before, ...Object.fromEntries(next) } });
    setSaid(`picked ${JSON.stringify(keys)}`);
  };
  return (
    <>
      <p className="gallery-log" role="status">
        {said}
      </p>
      <div className="gallery-grid">
        {shown.map((kind, at) => (
          <Panel key={at} name={t(`charts.kind.${kind}`)}>
            <Chart
              label={t(`charts.kind.${kind}`)}
              {...samples[kind]}
              picks={picks[`${kind} ${at}`] ?? none}
              onPick={pick(`${kind} ${at}`)}
              onUnpick={() => setPicks({})}
              onDrill={(keys) => setSaid(`drilled ${JSON.stringify(keys)}`)}
              {...(askedFor('brush') && { onBrush: (keys: readonly Picked[]) => setSaid(`brushed ${keys.length}`) })}
            />
          </Panel>
        ))}
      </div>
    </>
  );
}

const none: Picks = {};
