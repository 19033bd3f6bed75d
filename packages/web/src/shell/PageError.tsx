import { ErrorState, Offline } from '@formwork/ui/feedback/state.tsx';
import { Component, useEffect, type ReactNode } from 'react';
import { isApiError } from '../http/api-error.ts';
import { errorText } from '../http/error-text.ts';
import { useT } from '../i18n/i18n.ts';

/** A page that breaks takes nothing else with it. A class, because only classes catch what is thrown while drawing. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <BrokenPage error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const missing = isMissingCode(error);
  useEffect(() => {
    if (!missing) return undefined;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [missing]);
  if (missing && !navigator.onLine) return <Offline onRetry={reload} />;
  // a part that did not come is not asked for twice by the page that missed it
  if (missing) return <ErrorState onRetry={reload} />;
  return (
    <ErrorState
      title={t('shell.broken.title')}
      hint={isApiError(error) ? errorText(error, t) : t('shell.broken.hint')}
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={onRetry}
    />
  );
}

const reload = () => window.location.reload();

/** Parts of the page come when they are first looked at: there was no way to the server, or it has a newer page by now. Each browser has its own words. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message)
  );
}
