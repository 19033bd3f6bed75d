import { analyticsPagesApi, type AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import { call } from '@formwork/web/http/call.ts';
import { useEffect } from 'react';

/** Says once that the page is open, whenever it comes into sight; nothing hangs on whether it was heard. */
export function useLook(kind: AnalysisKind, id: string): void {
  useEffect(() => {
    call(analyticsPagesApi.look, { params: { analysisKind: kind, analysisId: id } }).catch(() => undefined);
  }, [kind, id]);
}
