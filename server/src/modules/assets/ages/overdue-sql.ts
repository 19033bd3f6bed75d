import type { overdueStates } from '@formwork/contract/assets/retention.ts';

const over = `a.oldest + make_interval(days => a.retention) < now()`;
const kept = `coalesce(a.kept_until >= current_date, false)`;

/** A condition over `a`: rows are beyond their time, or nobody can tell. */
export function overdueSql(state: (typeof overdueStates)[number]): string {
  const parts = { due: `${over} and not ${kept}`, kept: `${over} and ${kept}`, unknown: 'a.oldest is null' };
  return `(a.retention is not null and a.state in ('live', 'deprecated') and ${parts[state]}${state === 'unknown' ? ` and (a.aged_at is null or a.age_why is not null)` : ''})`;
}
