import { PlusOutlined, StopOutlined } from '@ant-design/icons';
import { joiningApi, type Invitation } from '@formwork/contract/joining/api.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { InviteDialog } from './InviteDialog.tsx';

const tones = {
  open: 'success',
  used_up: 'neutral',
  expired: 'warning',
  revoked: 'neutral',
  lapsed: 'warning',
} satisfies Record<Invitation['state'], StateTone>;

/** Links by which people come in. */
export function Invitations() {
  const t = useT();
  const { modal } = App.useApp();
  const [inviting, setInviting] = useState(false);
  const { rows, ...list } = useCursorPages(keyOf(joiningApi.listInvitations), (query) =>
    call(joiningApi.listInvitations, { query }),
  );
  const revoke = useCommand(joiningApi.revokeInvitation, { refresh: [joiningApi.listInvitations] });
  const columns = useColumns();
  const actions = (one: Invitation): MenuAction[] =>
    one.state !== 'open'
      ? []
      : [
          {
            id: 'revoke',
            title: t('register.invitation.revoke'),
            icon: <StopOutlined />,
            danger: true,
            onSelect: () =>
              void modal.confirm({
                title: t('register.invitation.revoke_title'),
                content: t('register.invitation.revoke_hint'),
                okText: t('register.invitation.revoke'),
                okButtonProps: { danger: true },
                onOk: () => revoke.run({ params: { invitationId: one.id } }),
              }),
          },
        ];
  return (
    <div className="register-list">
      <div className="register-tools">
        <p className="register-quiet">{t('register.invitation.hint')}</p>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setInviting(true)}>
          {t('register.invitation.create')}
        </Button>
      </div>
      <DataList<Invitation>
        label={t('register.tab.invitations')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={actions}
        {...list}
        empty={<EmptyState title={t('register.invitation.none')} hint={t('register.invitation.none_hint')} />}
      />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}

function useColumns(): ListColumn<Invitation>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      {
        id: 'note',
        title: t('register.invitation.note'),
        width: 200,
        value: ({ note }) => note || t('register.invitation.without_note'),
      },
      {
        id: 'state',
        title: t('register.invitation.state'),
        width: 100,
        render: ({ state }) => <StateTag tone={tones[state]}>{t(`register.invitation.state_${state}`)}</StateTag>,
      },
      {
        id: 'people',
        title: t('register.invitation.people'),
        width: 100,
        align: 'end',
        value: ({ people, mostPeople }) => `${people} / ${mostPeople}`,
      },
      {
        id: 'expires',
        title: t('register.invitation.expires'),
        width: 160,
        render: ({ expiresAt }) => <Time at={expiresAt} locale={locale} relative={false} />,
      },
      {
        id: 'role',
        title: t('register.request.role'),
        width: 110,
        value: ({ role }) => t(`organization.role.${role}`),
      },
      {
        id: 'department',
        title: t('register.request.department'),
        width: 140,
        value: ({ department }) => department?.name,
      },
      {
        id: 'review',
        title: t('register.invitation.review'),
        width: 110,
        value: ({ review }) => t(review ? 'register.invitation.review_yes' : 'register.invitation.review_no'),
      },
      { id: 'by', title: t('register.invitation.by'), width: 130, value: ({ createdBy }) => createdBy.name },
    ],
    [t, locale],
  );
}
