import { ErrorState, NoPermission, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import type { RecordReading } from './use-record-screen.ts';

/** What stands in place of a record that is not there yet, or never will be. */
export function RecordState({ reading, list }: { reading: Exclude<RecordReading, { kind: 'ready' }>; list: string }) {
  const t = useT();
  const router = useRouter();
  if (reading.kind === 'loading')
    return (
      <Page title="" back={list}>
        <SkeletonForm />
      </Page>
    );
  if (reading.kind === 'failed') return <ErrorState requestId={reading.requestId} onRetry={reading.retry} />;
  return (
    <NoPermission
      title={t('records.record.gone')}
      hint={t('records.record.gone_hint')}
      action={<Button onClick={() => void router.go(list)}>{t('records.record.to_list')}</Button>}
    />
  );
}
