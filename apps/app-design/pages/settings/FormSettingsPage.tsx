import { formsApi, type Draft, type VersionName } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { isGone } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePageTitle, useParams, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useOpenWindow } from '@formwork/web/router/use-open-window.ts';
import { useCan, useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { FlowSettings } from './flow/FlowSettings.tsx';
import { selectionOf, type Selection } from './form/edits.ts';
import { FormDesigner } from './form/FormDesigner.tsx';
import { useDraft } from './form/use-draft.ts';
import { NotificationSettings } from './notifications/NotificationSettings.tsx';
import { PermissionSettings } from './permissions/PermissionSettings.tsx';
import { PrintSettings } from './print/PrintSettings.tsx';
import { ReleaseList } from './releases/ReleaseList.tsx';
import { ReleaseTag } from './releases/ReleaseTag.tsx';
import { VersionBar } from './releases/VersionBar.tsx';

// The figures come when somebody looks at them.
const Overview = lazy(() => import('@formwork/process-ui/overview/Overview.tsx'));

const tabIds = ['form', 'flow', 'permissions', 'notifications', 'print', 'releases', 'overview'] as const;

/** Everything about one form: its fields, its process, who may do what, its releases. */
export default function FormSettingsPage() {
  const t = useT();
  const { tableId } = useParams();
  const draft = useQuery({
    ...q(formsApi.getDraft, { params: { formId: tableId! } }),
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Infinity,
  });
  if (draft.isPending) return <SkeletonPage />;
  if (isGone(draft.error)) return <NoPermission title={t('design.gone')} hint={t('design.gone_hint')} />;
  if (draft.isError) return <ErrorState onRetry={() => void draft.refetch()} />;
  return <Settings key={draft.dataUpdatedAt} draft={draft.data} onReload={() => void draft.refetch()} />;
}

function Settings({ draft, onReload }: { draft: Draft; onReload: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { appId } = useParams();
  const [given, setTab] = useQueryText('tab');
  const elements = useElements('formSettings');
  const { tabs } = tabsOf(elements, 'tabs', tabIds, given, (id) => t(`design.settings.tab_${id}`));
  // what is named as wrong in a tab that is hidden is mended there all the same
  const tab = tabIds.find((id) => id === given) ?? 'form';
  const mayEdit = useCan()('forms.design.edit');
  const editor = useDraft(draft);
  const [at, setAt] = useQueryText('at');
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [selection, setSelection] = useState<Selection>(() =>
    at === undefined || tab !== 'form' ? { kind: 'form' } : selectionOf(draft.definition, at),
  );
  // whoever jumped here is there now: a reload begins anew
  useEffect(() => {
    if (at !== undefined && tab === 'form') setAt(undefined);
  }, [at, tab, setAt]);
  const router = useRouter();
  const openWindow = useOpenWindow();
  const { space } = useMe();
  const preview = (version: VersionName) =>
    openWindow(router.hrefOf(paths.preview(space.id, appId!, draft.formId, version)));
  const title = textIn(editor.definition.title, locale);
  usePageTitle(title);
  useConfirmLeave(editor.state === 'changed' || editor.state === 'failed' || editor.state === 'saving');
  return (
    <Page
      fill
      flush={tab === 'form' || tab === 'flow' || tab === 'print'}
      title={title}
      back={paths.apps()}
      // the process has releases of its own, and says so itself
      tags={tab !== 'flow' && <ReleaseTag number={draft.release} />}
      actionsRef={tab === 'flow' ? setHead : undefined}
      tabs={tabs}
      tab={tab}
      onTab={(id) => setTab(id)}
      actions={
        tab === 'form' ? (
          <VersionBar
            editor={editor}
            draft={draft}
            readOnly={!mayEdit}
            onSelect={setSelection}
            appId={appId!}
            onReleased={onReload}
            onPreview={() =>
              void editor.save().then((saved) => {
                if (saved) preview('draft');
              })
            }
          />
        ) : undefined
      }
    >
      {tab === 'form' && (
        <FormDesigner
          formId={draft.formId}
          release={draft.release}
          editor={editor}
          readOnly={!mayEdit}
          selection={selection}
          setSelection={setSelection}
        />
      )}
      {tab === 'flow' && (
        <FlowSettings formId={draft.formId} definition={editor.definition} readOnly={!mayEdit} head={head} />
      )}
      {tab === 'permissions' && <PermissionSettings formId={draft.formId} readOnly={!mayEdit} />}
      {tab === 'notifications' && (
        <NotificationSettings formId={draft.formId} definition={editor.definition} readOnly={!mayEdit} />
      )}
      {tab === 'print' && <PrintSettings formId={draft.formId} definition={editor.definition} readOnly={!mayEdit} />}
      {tab === 'overview' && (
        <Suspense fallback={<SkeletonPage />}>
          <Overview formId={draft.formId} />
        </Suspense>
      )}
      {tab === 'releases' && (
        <ReleaseList
          formId={draft.formId}
          definition={editor.definition}
          editor={editor}
          readOnly={!mayEdit}
          onRestored={() => {
            setTab('form');
            onReload();
          }}
          onPreview={preview}
        />
      )}
    </Page>
  );
}
