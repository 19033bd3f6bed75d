import type { ReactNode } from 'react';
import { EmptyState, ErrorState, NoPermission, Offline, SkeletonRows } from './state.tsx';

export type ListStatus = 'ready' | 'loading' | 'error' | 'forbidden' | 'offline';

export interface ListStateProps {
  status: ListStatus;
  empty: ReactNode;
  onRetry: (() => void) | undefined;
  requestId: string | undefined;
  rowHeight: number;
  columns: number;
}

/** What stands under the header when there are no rows to show. */
export function ListState({ status, empty, onRetry, requestId, rowHeight, columns }: ListStateProps) {
  if (status === 'loading') return <SkeletonRows rows={Math.ceil(480 / rowHeight)} columns={Math.min(6, Math.max(3, columns))} height={rowHeight} />;
  const shown = {
    ready: () => empty ?? <EmptyState />,
    error: () => <ErrorState onRetry={onRetry} requestId={requestId} />,
    forbidden: () => <NoPermission />,
    offline: () => <Offline onRetry={onRetry} />,
  }[status];
  return <div className="fw-list-state">{shown()}</div>;
}
