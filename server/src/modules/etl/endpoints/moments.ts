/** A moment in UTC; one without a zone is of UTC already. */
export function momentOf(value: string): { day: string; clock: string; fraction: string } | undefined {
  const [, day, clock = '00:00:00', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(value) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const full = clock.length === 5 ? `${clock}:00` : clock;
  const offset = zone === '' || zone === 'Z' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone.replace(/^(...):?/, '$1:');
  const at = new Date(`${day}T${full}${offset}`);
  if (Number.isNaN(at.getTime())) return undefined;
  const utc = at.toISOString();
  return { day: utc.slice(0, 10), clock: utc.slice(11, 19), fraction };
}

export function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
