import { navigationApi, targetKinds, type Terminal } from '@formwork/contract/console/navigation.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, NoPermission, SkeletonForm } from '@formwork/ui/feedback/state.tsx';
import { isApiError, isGone } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { textOf } from '@formwork/web/query-string.ts';
import { usePage, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { EntryForm } from './EntryForm.tsx';

/** One entry of a menu; `new` is one that is being made. */
export function EntrySettings({ terminal }: { terminal: Terminal }) {
  const t = useT();
  const list = pathTo(terminal === 'web' ? 'webNavigation' : 'appNavigation');
  const locale = useLocale();
  const router = useRouter();
  const { params, query } = usePage();
  const id = params.id ?? 'new';
  const isNew = id === 'new';
  const kind = targetKinds.find((one) => one === textOf(query.kind)) ?? 'page';
  const entry = useQuery({ ...q(navigationApi.getEntry, { params: { entryId: id } }), enabled: !isNew });
  const back = () => void router.go(list);
  const title = isNew
    ? t(`navigation.add_${kind}`)
    : textIn(entry.data?.title ?? entry.data?.name ?? undefined, locale) || t('navigation.edit');
  const shared = {
    terminal,
    onDone: back,
    onCancel: back,
    refresh: [navigationApi.listEntries, navigationApi.getEntry],
  };
  return (
    <Page title={title} back={list} width="settings">
      {isNew ? (
        <EntryForm
          key={kind}
          {...shared}
          kind={kind}
          place={{ parentId: textOf(query.in) ?? null, tab: textOf(query.tab) === '1' }}
        />
      ) : entry.data ? (
        <EntryForm key={entry.data.id} {...shared} entry={entry.data} />
      ) : isGone(entry.error) ? (
        <NoPermission title={t('navigation.entry_gone')} hint={t('navigation.entry_gone_hint')} />
      ) : entry.isError ? (
        <ErrorState
          hint={errorText(entry.error, t)}
          requestId={isApiError(entry.error) ? entry.error.requestId : undefined}
          onRetry={() => void entry.refetch()}
        />
      ) : (
        <SkeletonForm fields={5} />
      )}
    </Page>
  );
}
