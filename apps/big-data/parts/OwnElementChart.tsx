import type { ElementChartProps } from '@formwork/chart-ui/boards/elements/element.tsx';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { chartProblem, useAnswer } from './use-answer.ts';
import { useSourceChanges } from './use-source-changes.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** The chart of an element with its result: of the screen where it is shown, of the chart itself where it is designed. */
export function OwnElementChart({ element: { id, chart }, screen, every, children }: ElementChartProps) {
  const shown = useAnswer(
    analyticsApi.element,
    { params: { screenId: screen ?? nobody, elementId: id }, body: {} },
    { enabled: screen !== undefined && chart !== null, every },
  );
  const drafted = useAnswer(
    analyticsApi.chart,
    { params: { chartId: chart ?? nobody }, body: { picks: [] } },
    { enabled: screen === undefined && chart !== null },
  );
  const answer = screen === undefined ? drafted : shown;
  useSourceChanges(answer.data?.watch, () => void answer.refetch());
  return children({ data: answer.data, problem: chartProblem(answer) });
}
