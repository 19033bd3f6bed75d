import { PlusOutlined } from '@ant-design/icons';
import { operatorRolesApi } from '@formwork/contract/operations/staff.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { EmptyState, ErrorState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import '../operations.css';
import { RoleEditor } from './RoleEditor.tsx';

/** The operator's roles: which pages of this console each opens, and what may be done there. */
export default function RoleAuthorisationPage() {
  const t = useT();
  const phone = usePhone();
  const mayEdit = useCan()('operations.role.edit');
  const [chosen, choose] = useQueryText('role');
  const roles = useQuery(q(operatorRolesApi.list));
  if (roles.isPending) return <SkeletonPage />;
  if (roles.isError)
    return (
      <ErrorState
        hint={errorText(roles.error, t)}
        requestId={isApiError(roles.error) ? roles.error.requestId : undefined}
        onRetry={() => void roles.refetch()}
      />
    );
  const role = roles.data.find(({ id }) => id === chosen);
  const isNew = chosen === 'new' && mayEdit;
  const list =
    roles.data.length === 0 ? (
      <EmptyState small title={t('operations.roles.none')} hint={t('operations.roles.none_hint')} />
    ) : (
      <ul className="operations-side" aria-label={t('operations.roles.title')}>
        {roles.data.map(({ id, name, holders }) => (
          <li key={id}>
            <button type="button" aria-current={id === chosen || undefined} onClick={() => choose(id)}>
              {name}
              <small>{t('operations.roles.holders', { count: holders })}</small>
            </button>
          </li>
        ))}
      </ul>
    );
  const editor =
    role || isNew ? (
      <RoleEditor key={role?.id ?? 'new'} {...(role && { role })} onSaved={choose} onGone={() => choose(undefined)} />
    ) : (
      <EmptyState title={t('operations.roles.choose')} hint={t('operations.roles.hint')} />
    );
  const inside = phone && (role || isNew);
  return (
    <Page
      fill
      flush
      title={inside ? (role?.name ?? t('operations.roles.create')) : t('operations.roles.title')}
      {...(inside ? { back: () => choose(undefined) } : {})}
      actions={
        mayEdit &&
        !inside && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => choose('new')}>
            {t('operations.roles.create')}
          </Button>
        )
      }
    >
      {phone ? (
        inside ? (
          editor
        ) : (
          list
        )
      ) : (
        <SplitView remember="operator-roles" width={280} min={220} max={420} side={list}>
          {editor}
        </SplitView>
      )}
    </Page>
  );
}
