import { useEffect } from 'react';

/** Asks for more rows when one scrolls near the last. */
export function useEndReached(
  lastShown: number,
  {
    rows,
    hasMore,
    loadingMore,
    onEndReached,
  }: { rows: readonly unknown[]; hasMore?: boolean; loadingMore?: boolean; onEndReached?: () => void },
) {
  const near = rows.length > 0 && lastShown >= rows.length - 12;
  useEffect(() => {
    if (near && hasMore && !loadingMore) onEndReached?.();
    // the callback may be new on every render; asking again belongs to the rows, not to it
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [near, hasMore, loadingMore, rows.length]);
}
