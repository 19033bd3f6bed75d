export type Terminal = 'phone' | 'computer';

/** What the history says a step was made on. */
export function terminalOf(userAgent: string): Terminal {
  return /Mobi|Android|iPhone|iPad|HarmonyOS/.test(userAgent) ? 'phone' : 'computer';
}
