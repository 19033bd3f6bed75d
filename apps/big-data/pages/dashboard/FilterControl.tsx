import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { Dashboard, DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { picksBefore, type Chosen, type FilterValue } from '../../parts/chosen.ts';
import { FilterInput } from '../../parts/FilterInput.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useSourceChanges } from '../../parts/use-source-changes.ts';

interface Props {
  dashboardId: string;
  board: Dashboard;
  filter: DashboardFilter;
  chosen: Chosen;
  onValue: (value: FilterValue | undefined) => void;
}

/** One filter of a dashboard. */
export function FilterControl({ dashboardId, board, filter, chosen, onValue }: Props) {
  const values = useAnswer(analyticsApi.filterValues, {
    params: { dashboardId, filterId: filter.id },
    body: { picks: picksBefore(board, chosen, filter.id) },
  });
  useSourceChanges(values.data?.watch, () => void values.refetch());
  return <FilterInput filter={filter} values={values.data} value={chosen.f[filter.id]} onValue={onValue} />;
}
