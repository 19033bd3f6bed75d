export interface SortBy {
  column: string;
  direction: 'asc' | 'desc';
}

/** A click: ascending, descending, off. With Shift the column joins the order instead of replacing it. */
export function nextSort(sort: readonly SortBy[], column: string, joining = false): SortBy[] {
  const known = sort.find((by) => by.column === column);
  const next: SortBy[] = !known
    ? [{ column, direction: 'asc' }]
    : known.direction === 'asc'
      ? [{ column, direction: 'desc' }]
      : [];
  if (!joining) return next;
  if (!known) return [...sort, ...next];
  return sort.flatMap((by) => (by.column === column ? next : [by]));
}

type Sortable = string | number | boolean | Date | null | undefined;

/** Stable; empty values stay last in both directions; text by the language's own order (pinyin in Chinese). */
export function sortRows<T>(
  rows: readonly T[],
  sort: readonly SortBy[],
  valueOf: (row: T, column: string) => Sortable,
  locale = 'zh-CN',
): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const order = (a: Sortable, b: Sortable, sign: number) => {
    const [noA, noB] = [isEmpty(a), isEmpty(b)];
    if (noA || noB) return Number(noA) - Number(noB);
    return (
      sign * (typeof a === 'string' || typeof b === 'string' ? compare(String(a), String(b)) : Number(a) - Number(b))
    );
  };
  return rows.toSorted((a, b) => {
    for (const { column, direction } of sort) {
      const difference = order(valueOf(a, column), valueOf(b, column), direction === 'asc' ? 1 : -1);
      if (difference) return difference;
    }
    return 0;
  });
}

function isEmpty(value: Sortable) {
  return value === null || value === undefined || value === '';
}
