import { PlusOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { DelegateDialog } from './DelegateDialog.tsx';
import { DelegateList } from './DelegateList.tsx';

/** Who looks after departments without being administrator: of one department, or all of them. */
export function DelegatesDrawer({ departmentId, onClose }: { departmentId: string | undefined; onClose: () => void }) {
  const t = useT();
  const [giving, setGiving] = useState(false);
  const grants = useQuery(q(organizationApi.listDelegatedAdmins));
  return (
    <Drawer
      open
      size={760}
      title={t('organization.delegates.title')}
      extra={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setGiving(true)}>
          {t('organization.delegates.give')}
        </Button>
      }
      onClose={onClose}
    >
      <p className="delegate-quiet">{t('organization.delegates.hint')}</p>
      <DelegateList
        grants={grants}
        shows={({ department }) => departmentId === undefined || department.id === departmentId}
      />
      {giving && <DelegateDialog departmentId={departmentId} onClose={() => setGiving(false)} />}
    </Drawer>
  );
}
