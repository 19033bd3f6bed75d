export const rowCount = 100_000;
export const statuses = ['open', 'running', 'waiting', 'done', 'closed'];

/** Row `n` of the test data, the same for everybody. */
export interface Row {
  title: string;
  status: string;
  amount: number;
  quantity: number;
  due: string;
  seen_at: string;
  remark: string;
  urgent: boolean;
}

export function rowOf(n: number): Row {
  const day = new Date(Date.UTC(2026, 0, 1) + (n % 365) * 86_400_000).toISOString().slice(0, 10);
  return {
    title: `Check ${n}`,
    status: statuses[Math.floor(n / 365) % statuses.length]!,
    amount: (n % 10_000) / 100,
    quantity: n % 1_000,
    due: day,
    seen_at: `${day}T08:${String(n % 60).padStart(2, '0')}:00.000Z`,
    remark: `Remark on the check with number ${n}, long enough to be a sentence of its own.`,
    urgent: n % 7 === 0,
  };
}

/** Fills a table whose columns are named like the row's fields, or as `names` says; the way in is not measured. */
export function fillSql(
  table: string,
  extra: Record<string, string> = {},
  names: Record<string, string> = {},
  count = rowCount,
): string {
  const own: Record<string, string> = {
    title: `'Check ' || n`,
    status: `(array[${statuses.map((status) => `'${status}'`).join(', ')}])[n / 365 % ${statuses.length} + 1]`,
    amount: '((n % 10000) / 100.0)::numeric(12, 2)',
    quantity: 'n % 1000',
    due: `date '2026-01-01' + n % 365`,
    seen_at: `date '2026-01-01' + n % 365 + make_interval(hours => 8, mins => n % 60)`,
    remark: `'Remark on the check with number ' || n || ', long enough to be a sentence of its own.'`,
    urgent: 'n % 7 = 0',
    ...extra,
  };
  return `insert into ${table} (${Object.keys(own)
    .map((name) => names[name] ?? name)
    .join(', ')}) select ${Object.values(own).join(', ')} from generate_series(0, ${count - 1}) n`;
}
