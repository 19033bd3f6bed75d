import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import './enterprise.css';

interface Props {
  title: string;
  hint: string;
  reading: { isPending: boolean; error: unknown; refetch: () => unknown };
  changed: boolean;
  /** As it stands it cannot be saved; the page says why. */
  invalid?: boolean;
  pending: boolean;
  onSave: () => void;
  onReset: () => void;
  /** Lists and calendars take the whole width. */
  wide?: boolean;
  children: ReactNode;
}

/** A page of one setting: what it does, its fields, one way to save and one to take back. */
export function SettingFrame({
  title,
  hint,
  reading,
  changed,
  invalid = false,
  pending,
  onSave,
  onReset,
  wide,
  children,
}: Props) {
  const t = useT();
  const { error } = reading;
  const body = reading.isPending ? (
    <SkeletonForm />
  ) : error ? (
    <ErrorState
      hint={errorText(error, t)}
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={() => void reading.refetch()}
    />
  ) : (
    <div className="setting" data-wide={wide || undefined}>
      <p className="setting-hint">{hint}</p>
      {children}
    </div>
  );
  const footer = !reading.isPending && !error && (
    <>
      <Button type="primary" disabled={!changed || invalid} loading={pending} onClick={onSave}>
        {t('enterprise.setting.save')}
      </Button>
      <Button disabled={!changed || pending} onClick={onReset}>
        {t('enterprise.setting.reset')}
      </Button>
    </>
  );
  return (
    <Page title={title} width={wide ? 'full' : 'form'} footer={footer}>
      {body}
    </Page>
  );
}
