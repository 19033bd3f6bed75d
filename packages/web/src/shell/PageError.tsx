import { ErrorState } from '@formwork/ui/state.tsx';
import { Component, type ReactNode } from 'react';
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
  return <ErrorState title={t('shell.broken.title')} hint={isApiError(error) ? errorText(error, t) : t('shell.broken.hint')} requestId={isApiError(error) ? error.requestId : undefined} onRetry={onRetry} />;
}
