import type { ChartProblem } from '@formwork/chart-ui/ChartState.tsx';
import { analyticsApi, type ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Text } from '@formwork/contract/text.ts';
import { chartProblem, useAnswer } from '../use-answer.ts';
import { useFormChanges } from '../use-form-changes.ts';

interface Shown {
  data: { name: Text; definition: ChartDefinition; result: ChartResult } | undefined;
  problem: ChartProblem | undefined;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** The chart of an element with its result: of the screen where it is shown, of the chart itself where it is designed. */
export function useElementChart(
  { id, chart }: { id: string; chart: string | null },
  screen: string | undefined,
  every: number | null,
): Shown {
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
  useFormChanges(answer.data?.definition.form, () => void answer.refetch());
  return { data: answer.data, problem: chartProblem(answer) };
}
