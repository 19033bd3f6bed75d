import { PlusOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Page } from '@formwork/ui/page.tsx';
import { SplitView } from '@formwork/ui/split-view.tsx';
import { EmptyState, ErrorState, SkeletonPage } from '@formwork/ui/state.tsx';
import { usePhone } from '@formwork/ui/use-media.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { RoleDialog } from './RoleDialog.tsx';
import { RoleList } from './RoleList.tsx';
import { RoleMembers } from './RoleMembers.tsx';
import './roles.css';

/** The space's own roles at the side, the members of the chosen one beside them; on a phone one after the other. */
export default function RoleManagePage() {
  const t = useT();
  const phone = usePhone();
  const mayEdit = useCan()('organization.role.edit');
  const [chosen, choose] = useQueryText('role');
  const [creating, setCreating] = useState(false);
  const roles = useQuery(q(organizationApi.listRoles));

  if (roles.isPending) return <SkeletonPage />;
  if (roles.isError) return <ErrorState hint={errorText(roles.error, t)} requestId={isApiError(roles.error) ? roles.error.requestId : undefined} onRetry={() => void roles.refetch()} />;
  const role = roles.data.find(({ id }) => id === chosen);
  const create = mayEdit && <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>{t('organization.roles.create')}</Button>;
  const list = <RoleList roles={roles.data} chosen={role?.id} onChoose={choose} mayEdit={mayEdit} />;
  const members = role ? <RoleMembers key={role.id} role={role} mayEdit={mayEdit} /> : <EmptyState title={t('organization.roles.choose')} hint={t('organization.roles.hint')} />;
  return (
    <Page fill flush title={phone && role ? role.name : t('organization.roles.title')} actions={create} {...(phone && role ? { back: () => choose(undefined) } : {})}>
      {roles.data.length === 0
        ? <EmptyState title={t('organization.roles.none')} hint={`${t('organization.roles.hint')} ${t('organization.roles.none_hint')}`} action={create} />
        : phone ? (role ? members : list) : <SplitView remember="roles" width={280} min={220} max={420} side={list}>{members}</SplitView>}
      {creating && <RoleDialog onClose={() => setCreating(false)} onDone={({ id }) => choose(id)} />}
    </Page>
  );
}
