import { isApiError } from './api-error.ts';

/** How a list stands that is read page by page: what was read once stays, unless reading it again is refused. */
export function listStatus({
  isPending,
  fetchStatus,
  error,
}: {
  isPending: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  error: unknown;
}): 'loading' | 'ready' | 'offline' | 'error' | 'forbidden' {
  if (isPending) return fetchStatus === 'paused' ? 'offline' : 'loading';
  if (!error) return 'ready';
  if (!isApiError(error)) return 'error';
  if (error.kind === 'network') return 'offline';
  return error.status === 403 || error.status === 404 ? 'forbidden' : 'error';
}
