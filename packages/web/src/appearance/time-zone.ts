import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { setTimeZone, useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useEffect, useRef } from 'react';
import { spacePath } from '../http/call.ts';
import { http } from '../http/client.ts';
import { queryClient } from '../http/query.ts';
import { useLive } from '../live/use-live.ts';

/** By which clock the enterprise of `prefix` tells the time; pages of one know nothing of it without this answer. */
export async function loadTimeZone(prefix: string = spacePath()): Promise<void> {
  const { timeZone } = await http.get<{ timeZone: string }>(`${prefix}/api${enterpriseApi.timeZone.path}`);
  setTimeZone(timeZone);
}

/** Somebody set the clock of the enterprise: days mean other moments now, so what was asked for is asked again. */
export function useTimeZoneChanges(): void {
  useLive('enterprise:appearance', ({ type }) => {
    if (type === 'enterprise.time-zone') loadTimeZone().catch(() => undefined);
  });
  const zone = useTimeZone();
  const before = useRef(zone);
  useEffect(() => {
    if (before.current === zone) return;
    before.current = zone;
    void queryClient.invalidateQueries();
  }, [zone]);
}
