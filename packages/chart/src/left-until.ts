/** What is left until a moment, in whole seconds of the clock: days, and the rest as `hh:mm:ss`. Nothing is left after it. */
export function leftUntil(until: string, second: number): { days: number; clock: string } {
  const left = Math.max(0, Math.floor(Date.parse(until) / 1000) - second);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    days: Math.floor(left / 86_400),
    clock: `${two(Math.floor(left / 3600) % 24)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`,
  };
}
