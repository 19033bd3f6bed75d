import { ErrorState, NoPermission, Offline } from '@formwork/ui/feedback/state.tsx';
import { isApiError, isGone } from './api-error.ts';

interface Props {
  /** What could not be read. */
  query: { error: unknown; refetch: () => unknown };
  small?: boolean;
}

/** Stands where something could not be read: no line, not for this person, or a failure with its number; tried again where that may help. */
export function Failed({ query: { error, refetch }, small = false }: Props) {
  const retry = () => void refetch();
  if (isGone(error)) return <NoPermission small={small} />;
  if (isApiError(error) && error.kind === 'network') return <Offline small={small} onRetry={retry} />;
  return <ErrorState small={small} onRetry={retry} requestId={isApiError(error) ? error.requestId : undefined} />;
}
