import { consoleApi } from '@formwork/contract/console/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { EmptyState, ErrorState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import './console-permission.css';
import { GrantEditor } from './GrantEditor.tsx';

/** Which administrator holds which page of the console; what a page keeps from them its calls keep too. */
export default function ConsolePermissionPage() {
  const t = useT();
  const phone = usePhone();
  const [chosen, choose] = useQueryText('person');
  const grants = useQuery(q(consoleApi.listGrants));
  if (grants.isPending) return <SkeletonPage />;
  if (grants.isError)
    return (
      <ErrorState
        hint={errorText(grants.error, t)}
        requestId={isApiError(grants.error) ? grants.error.requestId : undefined}
        onRetry={() => void grants.refetch()}
      />
    );
  const grant = grants.data.find(({ person }) => person.id === chosen);
  const list = (
    <ul className="grant-list" aria-label={t('console.grants.administrators')}>
      {grants.data.map(({ person, pages }) => (
        <li key={person.id}>
          <button type="button" aria-current={person.id === chosen || undefined} onClick={() => choose(person.id)}>
            <Person name={person.name} note={person.login} />
            <small>
              {pages === null ? t('console.grants.all') : t('console.grants.some', { count: pages.length })}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
  const editor = grant ? (
    <GrantEditor key={grant.person.id} grant={grant} />
  ) : (
    <EmptyState title={t('console.grants.choose')} hint={t('console.grants.hint')} />
  );
  return (
    <Page
      fill
      flush
      title={phone && grant ? grant.person.name : t('console.grants.title')}
      {...(phone && grant ? { back: () => choose(undefined) } : {})}
    >
      {phone ? (
        grant ? (
          editor
        ) : (
          list
        )
      ) : (
        <SplitView remember="console-permission" width={280} min={220} max={420} side={list}>
          {editor}
        </SplitView>
      )}
    </Page>
  );
}
