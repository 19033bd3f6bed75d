import { PlusOutlined } from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import type { Care } from './care.ts';
import { DelegateDialog } from './DelegateDialog.tsx';
import { DelegateList } from './DelegateList.tsx';

/** Who looks after departments or systems without being administrator: of one of them, or of all. */
export function DelegatesDrawer({ care, onClose }: { care: Care; onClose: () => void }) {
  const t = useT();
  const phone = usePhone();
  const [giving, setGiving] = useState(false);
  const grants = useQuery(q(organizationApi.listDelegatedAdmins));
  return (
    <Drawer
      open
      size={phone ? '100%' : 640}
      title={t('organization.delegates.title')}
      extra={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setGiving(true)}>
          {t(`organization.delegates.give_${care.kind}`)}
        </Button>
      }
      onClose={onClose}
    >
      <p className="delegate-quiet">{t(`organization.delegates.hint_${care.kind}`)}</p>
      <DelegateList
        grants={grants}
        emptyHint={t(`organization.delegates.none_hint_${care.kind}`)}
        shows={(grant) => {
          const of = grant[care.kind];
          return of !== null && (care.id === undefined || of.id === care.id);
        }}
      />
      {giving && <DelegateDialog care={care} onClose={() => setGiving(false)} />}
    </Drawer>
  );
}
