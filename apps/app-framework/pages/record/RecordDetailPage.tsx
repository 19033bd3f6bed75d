import { formsApi } from '@formwork/contract/forms/api.ts';
import { NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { textOf } from '@formwork/web/query-string.ts';
import { usePage, useParams, useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paths } from '../../paths.ts';
import { viewOf } from '../list/list-view.ts';
import { RecordScreen } from './RecordScreen.tsx';
import { RecordState } from './RecordStates.tsx';
import { useRecordReading } from './use-record-screen.ts';

/** One record of an application. Where the address names no form, the application's first one is meant. */
export default function RecordDetailPage() {
  const t = useT();
  const { app: appId = '', form } = useParams();
  const apps = useQuery({ ...q(formsApi.listApps), enabled: form === undefined });
  const recordId = textOf(usePage().query.record);
  const formId = form ?? apps.data?.apps.find(({ id }) => id === appId)?.forms[0]?.id;
  if (formId === undefined && apps.isPending) return <SkeletonPage />;
  if (formId === undefined || recordId === undefined)
    return <NoPermission title={t('records.record.gone')} hint={t('records.record.gone_hint')} />;
  return <Detail key={`${formId} ${recordId}`} appId={appId} formId={formId} recordId={recordId} />;
}

function Detail({ appId, formId, recordId }: { appId: string; formId: string; recordId: string }) {
  const { query } = usePage();
  const [mode, setMode] = useQueryText('mode');
  const view = useMemo(() => viewOf(query), [query]);
  const reading = useRecordReading(formId, recordId);
  if (reading.kind !== 'ready' || !reading.record)
    return (
      <RecordState reading={reading.kind === 'ready' ? { kind: 'gone' } : reading} list={paths.app(appId, formId)} />
    );
  return (
    <RecordScreen
      appId={appId}
      plan={reading.plan}
      logic={reading.logic}
      record={reading.record}
      gone={reading.goneMeanwhile}
      view={view}
      editing={mode === 'edit'}
      onEditing={(editing) => setMode(editing ? 'edit' : undefined)}
    />
  );
}
