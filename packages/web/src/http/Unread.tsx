import { ErrorState, NoPermission, Offline } from '@formwork/ui/feedback/state.tsx';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { isApiError } from './api-error.ts';
import { errorText } from './error-text.ts';

interface Reading {
  data: unknown;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => unknown;
}

interface Props {
  of: readonly Reading[];
  /** Of the size of what comes. */
  skeleton: ReactNode;
  small?: boolean;
  /** What failed, where that can be said more closely. */
  title?: string | undefined;
  /** What is said where it is not there or not theirs: both are told alike. */
  refused?: string | undefined;
}

/**
 * Stands where something is still to be read: its shape while it comes, and else why it does not. What was read once stays on the page
 * also when reading it again fails, so ask for the data before this: `if (!list.data) return <Unread of={[list]} ... />`.
 */
export function Unread({ of, skeleton, small, title, refused }: Props) {
  const t = useT();
  const missing = of.filter(({ data }) => data === undefined);
  const failed = missing.find(({ error }) => error !== null);
  const again = () => {
    for (const one of missing) void one.refetch();
  };
  if (isOffline(missing)) return <Offline onRetry={again} {...(small && { small })} />;
  if (!failed) return skeleton;
  const { error } = failed;
  const told = isApiError(error) ? error : undefined;
  if (told?.status === 403 || told?.status === 404)
    return <NoPermission {...(small && { small })} {...(refused !== undefined && { title: refused, hint: '' })} />;
  return (
    <ErrorState
      title={title}
      hint={errorText(error, t)}
      requestId={told?.requestId}
      onRetry={again}
      {...(small && { small })}
    />
  );
}

/** Whether there is no way to the server now: the browser knows it, or a call did not get there. */
export function isOffline(readings: readonly Pick<Reading, 'error' | 'fetchStatus'>[]): boolean {
  return readings.some(
    ({ error, fetchStatus }) => fetchStatus === 'paused' || (isApiError(error) && error.kind === 'network'),
  );
}
