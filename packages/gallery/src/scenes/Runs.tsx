import type { RunStep } from '@formwork/contract/runs/run.ts';
import { Gantt } from '@formwork/web/runs/Gantt.tsx';
import { StepDetail } from '@formwork/web/runs/StepDetail.tsx';
import { useState } from 'react';

const start = Date.UTC(2026, 0, 5, 6, 30);
const step = (seq: number, node: string, from: number, ms: number, more: Partial<RunStep> = {}): RunStep => ({
  seq,
  node,
  at: new Date(start + from).toISOString(),
  ms,
  ...more,
});
const steps: RunStep[] = [
  step(1, 'read', 0, 1_800, { out: { rows: 4_200 } }),
  step(2, 'clean', 1_800, 950),
  step(3, 'write', 2_750, 400, { error: { code: 'platform.no_store' } }),
  step(4, 'write', 5_000, 2_600, { attempt: 2, in: { rows: 4_180 }, out: { written: 4_180 } }),
  step(5, 'tell', 7_600, 90),
];
const names: Record<string, string> = {
  read: 'Read the meters',
  clean: 'Clean',
  write: 'Write',
  tell: 'Tell the shift',
};
const nameOf = (node: string) => names[node] ?? node;

/** A run along the time, with what its steps took in and gave out. */
export default function Runs() {
  const [chosen, setChosen] = useState<number>();
  return (
    <section className="gallery-run">
      <Gantt steps={steps} nameOf={nameOf} chosen={chosen} onChoose={setChosen} />
      <StepDetail step={steps.find(({ seq }) => seq === chosen)} nameOf={nameOf} />
    </section>
  );
}
