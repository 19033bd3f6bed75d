import { viewsApi } from '@formwork/contract/views/api.ts';
import type { PivotRequest } from '@formwork/contract/views/pivot.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callWith, spacePath } from '@formwork/web/http/call.ts';

/** By then the server works out anew what is dear. */
const askAgainMs = 10_000;

export type PivotAsked = Partial<PivotRequest>;

/** Groups with their counts and sums; the last answer stays while the next is on its way. */
export function usePivot(formId: string, asked: PivotAsked, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    ...pivotQuery(formId, asked),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state }) => (state.data?.old ? askAgainMs : false),
  });
}

export function pivotQuery(formId: string, asked: PivotAsked) {
  return queryOptions({
    queryKey: [`${viewsApi.pivot.method} ${viewsApi.pivot.path}`, spacePath(), formId, asked],
    queryFn: ({ signal }) =>
      callWith(
        viewsApi.pivot,
        { params: { formId }, body: { rows: [], columns: [], measures: [], ...asked } },
        { signal },
      ),
  });
}
