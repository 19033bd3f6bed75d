/** What an API may try again: each call earns a fifth of one, and ten are there from the start. */
const budgets = new Map<string, number>();
const most = 10;
const earned = 0.2;

export function earnRetry(key: string): void {
  const left = budgets.get(key);
  if (left !== undefined && left < most) budgets.set(key, Math.min(most, left + earned));
}

export function takeRetry(key: string): boolean {
  const left = budgets.get(key) ?? most;
  if (left < 1) return false;
  budgets.set(key, left - 1);
  return true;
}
