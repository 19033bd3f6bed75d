import { organizationApi } from '@formwork/contract/organization/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { App, Modal } from 'antd';
import { useState } from 'react';
import { peopleReadings } from './use-people.ts';

/** Another department for the people chosen in a list. */
export function MoveDialog({ ids, onClose, onMoved }: { ids: string[]; onClose: () => void; onMoved: () => void }) {
  const t = useT();
  const { message } = App.useApp();
  const [into, setInto] = useState<string[]>([]);
  const [departmentId] = into;
  const move = useCommand(organizationApi.movePeople, {
    refresh: peopleReadings,
    onPrepared: onMoved,
    onDone: ({ moved }) => {
      void message.success(t('organization.people.moved', { count: moved }));
      onMoved();
    },
  });
  return (
    <Modal
      open
      title={t('organization.people.move')}
      okText={t('organization.people.move')}
      okButtonProps={{ disabled: departmentId === undefined }}
      confirmLoading={move.pending}
      onCancel={onClose}
      onOk={() => departmentId !== undefined && void move.run({ body: { ids, departmentId } })}
      destroyOnHidden
    >
      <div className="organization-stack">
        <label className="organization-field">
          {t('organization.people.move_title', { count: ids.length })}
          <DepartmentPicker value={into} onChange={setInto} aria-label={t('organization.person.department')} />
        </label>
        <p className="organization-quiet">{t('organization.people.move_hint')}</p>
      </div>
    </Modal>
  );
}
