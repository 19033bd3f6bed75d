interface Days {
  format: Intl.DateTimeFormat;
  minute: number;
  day: string;
}

const byZone = new Map<string, Days>();
const minuteMs = 60_000;

/** The day of a moment by the clocks of a zone, as 2026-01-31. No zone changes its day within a minute, and to write one out takes longer than all else. */
export function dayOf(moment: Date, zone: string): string {
  let days = byZone.get(zone);
  if (!days) {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    byZone.set(zone, (days = { format, minute: NaN, day: '' }));
  }
  const minute = Math.floor(moment.getTime() / minuteMs);
  if (minute !== days.minute) Object.assign(days, { minute, day: days.format.format(moment) });
  return days.day;
}
