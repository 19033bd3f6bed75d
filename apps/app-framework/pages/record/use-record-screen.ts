import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import type { FormLogic } from '@formwork/contract/records/logic.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { loadLogic } from '@formwork/records-ui/record-form/form-logic.ts';
import { useQuery } from '@tanstack/react-query';

export type RecordReading =
  | { kind: 'loading' }
  /** There is none, or it is not for this person: both look the same. */
  | { kind: 'gone' }
  | { kind: 'failed'; requestId: string | undefined; retry: () => void }
  /** `goneMeanwhile`: it was read, and is not there any more, or not for this person. */
  | { kind: 'ready'; plan: PersonalPlan; logic: FormLogic; record: FormRecord | undefined; goneMeanwhile: boolean };

/** Everything a record needs before it can be shown; without an id only the form. */
export function useRecordReading(formId: string, recordId: string | undefined): RecordReading {
  const plan = useQuery(q(recordsApi.plan, { params: { formId } }));
  const record = useQuery({
    ...q(recordsApi.get, { params: { formId, recordId: recordId ?? '' } }),
    enabled: recordId !== undefined,
  });
  const definition = plan.data?.definition;
  const logic = useQuery({
    queryKey: ['formLogic', formId, plan.data?.release],
    queryFn: () => loadLogic(definition!),
    enabled: definition !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
  });
  useLive(`form:${formId}`, () => {
    if (recordId !== undefined) void refresh(recordsApi.get, recordsApi.history);
  });

  // what was read stays where only reading it again fails: somebody may be writing in it
  const failed = [plan, record, logic].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const { error } = failed;
    if (saysGone(error)) return { kind: 'gone' };
    return {
      kind: 'failed',
      requestId: isApiError(error) ? error.requestId : undefined,
      retry: () => void failed.refetch(),
    };
  }
  if (!plan.data || !logic.data || (recordId !== undefined && !record.data)) return { kind: 'loading' };
  return {
    kind: 'ready',
    plan: plan.data,
    logic: logic.data,
    record: record.data,
    goneMeanwhile: saysGone(plan.error) || saysGone(record.error),
  };
}

function saysGone(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 403 || error.status === 422);
}
