import type { ReactNode } from 'react';
import { EmptyState, ErrorState, NoPermission, Offline, SkeletonRows } from '../feedback/state.tsx';

export type ListStatus = 'ready' | 'loading' | 'error' | 'forbidden' | 'offline';

export interface ListStateProps {
  status: ListStatus;
  empty: ReactNode;
  onRetry: (() => void) | undefined;
  requestId: string | undefined;
  rowHeight: number;
  columns: number;
}

/** What stands under the header when there are no rows to show; a row of its own, since a grid holds nothing else. */
export function ListState({ status, empty, onRetry, requestId, rowHeight, columns }: ListStateProps) {
  const shown = {
    loading: () => (
      <SkeletonRows rows={Math.ceil(480 / rowHeight)} columns={Math.min(6, Math.max(3, columns))} height={rowHeight} />
    ),
    ready: () => empty ?? <EmptyState />,
    error: () => <ErrorState onRetry={onRetry} requestId={requestId} />,
    forbidden: () => <NoPermission />,
    offline: () => <Offline onRetry={onRetry} />,
  }[status];
  return (
    <div role="row" className={status === 'loading' ? undefined : 'fw-list-state'}>
      <div role="gridcell">{shown()}</div>
    </div>
  );
}
