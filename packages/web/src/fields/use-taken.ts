import { atMinute } from '@formwork/contract/forms/field-types/time-slot.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { useQuery } from '@tanstack/react-query';
import { callWith, spacePath } from '../http/call.ts';
import { errorText } from '../http/error-text.ts';
import { queryClient } from '../http/query.ts';
import { useT } from '../i18n/i18n.ts';
import { useLive } from '../live/use-live.ts';
import { useRecordContext } from './record-context.ts';

export type Stretch = [string, string];

/** What is taken that day of what the record names; follows what others save. */
export function useTaken(field: FieldOf<'timeSlot'>, day: string): { named: boolean; taken: readonly Stretch[]; reading: boolean; failed: string | undefined } {
  const t = useT();
  const record = useRecordContext();
  const values = Object.fromEntries(field.config.resources.map((id) => [id, (record?.values[id] ?? null) as string | null]));
  const key = ['occupancy', spacePath(), record?.formId, field.id] as const;
  const { data, error, isPending } = useQuery({
    queryKey: [...key, day, record?.recordId, values],
    queryFn: ({ signal }) => callWith(recordsApi.occupancy, { params: { formId: record?.formId ?? '' }, body: { field: field.id, values, from: atMinute(day, 0), to: atMinute(day, 1440), except: record?.recordId ?? null } }, { signal }),
    enabled: record !== undefined,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  useLive(`form:${record?.formId ?? ''}`, () => void queryClient.invalidateQueries({ queryKey: key }));
  return { named: record === undefined || data?.named !== false, taken: data?.taken ?? [], reading: record !== undefined && isPending, failed: error ? errorText(error, t) : undefined };
}
