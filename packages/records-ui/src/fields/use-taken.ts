import { atMinute, resourceKeys } from '@formwork/contract/forms/field-types/time-slot.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { instantText } from '@formwork/contract/forms/values/dates.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callWith, spacePath } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { queryClient } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useRecordContext } from './record-context.ts';

export type Stretch = [string, string];

/** What is taken that day of what the record names; follows what others save, and is read again where a booking was `refused`. */
export function useTaken(
  field: FieldOf<'timeSlot'>,
  day: string,
  refused: boolean,
): { named: boolean; taken: readonly Stretch[]; reading: boolean; failed: string | undefined } {
  const t = useT();
  const zone = useTimeZone();
  const record = useRecordContext();
  const asks = record !== undefined && !record.trial;
  const values = Object.fromEntries(
    field.config.resources.map((id) => [id, (record?.values[id] ?? null) as string | null]),
  );
  const key = ['occupancy', spacePath(), record?.formId, field.id] as const;
  const { data, error, isPending } = useQuery({
    queryKey: [...key, day, zone, record?.recordId, values],
    queryFn: ({ signal }) =>
      callWith(
        recordsApi.occupancy,
        {
          params: { formId: record?.formId ?? '' },
          body: {
            field: field.id,
            values,
            from: atMinute(day, 0, zone),
            to: atMinute(day, 1440, zone),
            except: record?.recordId ?? null,
          },
        },
        { signal },
      ),
    enabled: asks,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: key });
  useLive(`form:${record?.formId ?? ''}`, readAgain);
  const latest = useRef(readAgain);
  latest.current = readAgain;
  useEffect(() => {
    if (refused) latest.current();
  }, [refused]);
  const taken = [...(data?.taken ?? []), ...takenByRows(field, record?.values ?? {}, record?.otherRows?.() ?? [])];
  return {
    named: record === undefined || data?.named !== false,
    taken,
    reading: asks && isPending,
    failed: error ? errorText(error, t) : undefined,
  };
}

/** What other rows of the same table want of the same resource: they are saved together, and none of them is taken yet. */
function takenByRows(
  { id, config }: FieldOf<'timeSlot'>,
  own: Readonly<Record<string, unknown>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Stretch[] {
  const keys = resourceKeys(config, own as Values);
  return rows.flatMap((row): Stretch[] => {
    const [from, to] = Array.isArray(row[id]) ? row[id].map((end) => instantText(end)) : [];
    return from && to && resourceKeys(config, row as Values)?.some((key) => keys?.includes(key)) ? [[from, to]] : [];
  });
}
