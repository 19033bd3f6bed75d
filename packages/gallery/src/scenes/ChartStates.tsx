import type { ChartResult } from '@formwork/chart/result.ts';
import { samples } from '@formwork/chart/testing/samples.ts';
import { Chart, type ChartHandle, type ChartProps } from '@formwork/chart-ui/Chart.tsx';
import type { ChartKind } from '@formwork/contract/analytics/chart.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Panel } from '../Panel.tsx';

const { result, settings } = samples.bar;
const negative: ChartResult = {
  ...samples.pie.result,
  rows: [
    ['a', -3],
    ['b', 4],
  ],
};
const many: ChartResult = { ...samples.pie.result, rows: Array.from({ length: 900 }, (_empty, at) => [`p${at}`, at]) };

const states: Record<string, Omit<ChartProps, 'label'>> = {
  loading: { settings, result: undefined },
  empty: { settings, result: { ...result, rows: [] } },
  refused: { settings, result: undefined, problem: { is: 'refused' } },
  broken: { settings, result: undefined, problem: { is: 'broken', requestId: '4711', onRetry: () => undefined } },
  'field gone': { settings, result: { columns: [], rows: [['a', 1]] } },
  incomplete: { settings: { ...settings, slots: {} }, result },
  'too much': { settings: samples.pie.settings, result: many },
  stale: { settings, result, stale: true },
  cut: { settings, result: { ...result, cutFrom: 12_000 } },
};

/** What stands where a picture cannot be, and how a result that is negative, late or streaming looks. */
export default function ChartStates() {
  const [kind, setKind] = useState<ChartKind>('pie');
  return (
    <div className="gallery-grid">
      {Object.entries(states).map(([name, props]) => (
        <Panel key={name} name={name}>
          <Chart label={name} {...props} />
        </Panel>
      ))}
      <Panel name="negative">
        <Chart label="negative" settings={{ ...samples.pie.settings, kind }} result={negative} onKind={setKind} />
      </Panel>
      <Streaming />
    </div>
  );
}

function Streaming() {
  const chart = useRef<ChartHandle>(null);
  const next = useRef(0);
  const append = () => {
    const rows = Array.from({ length: 50 }, () => [
      `2026-07-01T00:${String(next.current++ % 60).padStart(2, '0')}:00`,
      Math.sin(next.current),
    ]);
    chart.current?.append(rows, 200);
  };
  return (
    <Panel name="streaming">
      <Button onClick={append}>append</Button>
      <div style={{ height: 210 }}>
        <Chart label="streaming" settings={streamSettings} result={streamResult} handle={chart} />
      </div>
    </Panel>
  );
}

const streamSettings = { ...samples.area.settings, marks: [] };
const streamResult: ChartResult = {
  columns: [
    { id: 'month', title: 'time', kind: 'text' },
    { id: 'output', title: 'value', kind: 'number' },
  ],
  rows: [['start', 0]],
};
