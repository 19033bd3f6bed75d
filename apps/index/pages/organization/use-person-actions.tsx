import {
  EditOutlined,
  KeyOutlined,
  SafetyCertificateOutlined,
  StopOutlined,
  SwapOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Person } from '@formwork/contract/organization/people.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PasswordDialog } from '@formwork/web/session/PasswordDialog.tsx';
import { App } from 'antd';
import { useState } from 'react';
import { HandOverDialog } from './HandOverDialog.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { peopleReadings } from './use-people.ts';

/** What may be done with a person, and the dialogs it opens. */
export function usePersonActions() {
  const t = useT();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<Person>();
  const [leaving, setLeaving] = useState<Person>();
  const [password, setPassword] = useState<{ person: Person; password: string }>();
  const disable = useCommand(organizationApi.disablePerson, { refresh: peopleReadings });
  const enable = useCommand(organizationApi.enablePerson, { refresh: peopleReadings });
  const reset = useCommand(organizationApi.resetPassword);
  const endSecondStep = useCommand(organizationApi.endSecondStep);

  const actionsOf = (person: Person): MenuAction[] => {
    const params = { personId: person.id };
    const { name, can } = person;
    return [
      ...(can.edit
        ? [
            {
              id: 'edit',
              title: t('organization.people.edit'),
              icon: <EditOutlined />,
              onSelect: () => setEditing(person),
            },
          ]
        : []),
      ...(can.handOver
        ? [
            {
              id: 'hand-over',
              title: t('organization.people.hand_over'),
              icon: <SwapOutlined />,
              onSelect: () => setLeaving(person),
            },
          ]
        : []),
      ...(can.disable && person.disabled
        ? [
            {
              id: 'enable',
              title: t('organization.people.enable'),
              icon: <UndoOutlined />,
              onSelect: () => void enable.run({ params }),
            },
          ]
        : []),
      ...(can.disable && !person.disabled
        ? [
            {
              id: 'disable',
              title: t('organization.people.disable'),
              icon: <StopOutlined />,
              danger: true,
              onSelect: () =>
                void modal.confirm({
                  title: t('organization.person.disable_title', { name }),
                  content: t('organization.person.disable_hint'),
                  okText: t('organization.people.disable'),
                  okButtonProps: { danger: true },
                  onOk: () => disable.run({ params }),
                }),
            },
          ]
        : []),
      ...(can.resetPassword && !person.disabled
        ? [
            {
              id: 'reset',
              title: t('organization.people.reset'),
              icon: <KeyOutlined />,
              onSelect: () =>
                void modal.confirm({
                  title: t('organization.person.reset_title', { name }),
                  content: t('organization.person.reset_hint'),
                  okText: t('organization.people.reset'),
                  onOk: async () => {
                    const answer = await reset.run({ params });
                    if (answer) setPassword({ person, password: answer.password });
                  },
                }),
            },
            {
              id: 'second-step',
              title: t('organization.people.end_second_step'),
              icon: <SafetyCertificateOutlined />,
              onSelect: () =>
                void modal.confirm({
                  title: t('organization.person.second_step_title', { name }),
                  content: t('organization.person.second_step_hint'),
                  okText: t('organization.people.end_second_step'),
                  onOk: () => endSecondStep.run({ params }),
                }),
            },
          ]
        : []),
    ];
  };
  const dialogs = (
    <>
      {editing && <PersonDialog person={editing} onClose={() => setEditing(undefined)} />}
      {leaving && <HandOverDialog person={leaving} onClose={() => setLeaving(undefined)} />}
      {password && (
        <PasswordDialog
          name={password.person.name}
          login={password.person.login}
          password={password.password}
          onClose={() => setPassword(undefined)}
        />
      )}
    </>
  );
  return { actionsOf, edit: setEditing, dialogs };
}
