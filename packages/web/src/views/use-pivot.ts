import { viewsApi } from '@formwork/contract/views/api.ts';
import type { PivotRequest } from '@formwork/contract/views/pivot.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callWith, spacePath } from '../http/call.ts';

export type PivotAsked = Partial<PivotRequest>;

/** Groups with their counts and sums; the last answer stays while the next is on its way. */
export function usePivot(formId: string, asked: PivotAsked, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ ...pivotQuery(formId, asked), placeholderData: keepPreviousData, enabled });
}

export function pivotQuery(formId: string, asked: PivotAsked) {
  return queryOptions({
    queryKey: [`${viewsApi.pivot.method} ${viewsApi.pivot.path}`, spacePath(), formId, asked],
    queryFn: ({ signal }) => callWith(viewsApi.pivot, { params: { formId }, body: { rows: [], columns: [], measures: [], ...asked } }, { signal }),
  });
}
