import { UserAddOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Page } from '@formwork/ui/page.tsx';
import { SplitView } from '@formwork/ui/split-view.tsx';
import { ErrorState, SkeletonPage } from '@formwork/ui/state.tsx';
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
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { DepartmentTree } from './DepartmentTree.tsx';
import './organization.css';
import { PeopleList } from './PeopleList.tsx';
import { PersonDialog } from './PersonDialog.tsx';

/** Departments at the side, the people of the chosen one beside them. */
export default function OrganizationPage() {
  const t = useT();
  const phone = usePhone();
  const mayEdit = useCan()('organization.person.edit');
  const [chosen, choose] = useQueryText('department');
  const [adding, setAdding] = useState(false);
  const departments = useQuery(q(organizationApi.listDepartments));

  if (departments.isPending) return <SkeletonPage />;
  if (departments.isError) return <ErrorState hint={errorText(departments.error, t)} requestId={isApiError(departments.error) ? departments.error.requestId : undefined} onRetry={() => void departments.refetch()} />;
  const department = departments.data.find(({ id }) => id === chosen);
  const within = chosen === 'none' ? 'none' : department?.id;
  const people = <PeopleList key={within ?? ''} within={within} />;
  return (
    <Page fill flush title={t('organization.people.title')} actions={mayEdit && <Button type="primary" icon={<UserAddOutlined />} onClick={() => setAdding(true)}>{t('organization.people.create')}</Button>}>
      {phone ? (
        <div className="organization-phone">
          <DepartmentSelect departments={departments.data} chosen={within} onChoose={choose} mayEdit={mayEdit} />
          {people}
        </div>
      ) : (
        <SplitView remember="organization" width={260} min={200} max={420} side={<DepartmentTree departments={departments.data} chosen={within} onChoose={choose} mayEdit={mayEdit} />}>
          {people}
        </SplitView>
      )}
      {adding && <PersonDialog departmentId={department?.id} onClose={() => setAdding(false)} />}
    </Page>
  );
}
