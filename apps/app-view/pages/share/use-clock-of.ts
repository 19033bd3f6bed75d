import { setTimeZone, timeZone } from '@formwork/ui/format/time-zone.ts';
import { useEffect } from 'react';

/** Times are told by the clock of the enterprise that shows them. */
export function useClockOf(zone: string): void {
  useEffect(() => {
    const before = timeZone();
    setTimeZone(zone);
    return () => setTimeZone(before);
  }, [zone]);
}
