import type { PlatformUser, UserState } from '@formwork/contract/operations/users.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';

const tones = { active: 'success', waiting: 'warning', disabled: 'neutral', merged: 'neutral' } satisfies Record<
  UserState,
  StateTone
>;

/** What stands first is what a phone shows. */
export function useUserColumns(): ListColumn<PlatformUser>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      { id: 'name', title: t('operations.users.name'), width: 190, render: ({ name }) => <Person name={name} /> },
      { id: 'login', title: t('operations.users.login'), width: 150, value: ({ login }) => login },
      {
        id: 'state',
        title: t('operations.users.state'),
        width: 140,
        render: ({ state, secondsLeft }) => (
          <StateTag tone={tones[state]}>
            {state === 'waiting'
              ? t('operations.users.waits', { seconds: secondsLeft ?? 0 })
              : t(`operations.users.state_${state}`)}
          </StateTag>
        ),
      },
      { id: 'home', title: t('operations.users.home'), width: 170, value: ({ home }) => home.name },
      {
        id: 'role',
        title: t('operations.users.role'),
        width: 180,
        value: ({ role }) => (role === null ? '' : t(`shell.role.${role}`)),
      },
      { id: 'phone', title: t('operations.users.phone'), width: 130, value: ({ phone }) => phone },
      { id: 'email', title: t('operations.users.email'), width: 180, value: ({ email }) => email },
      { id: 'spaces', title: t('operations.users.spaces'), width: 90, align: 'end', value: ({ spaces }) => spaces },
      {
        id: 'sessions',
        title: t('operations.users.sessions'),
        width: 90,
        align: 'end',
        value: ({ sessions }) => sessions,
      },
      {
        id: 'seen',
        title: t('operations.users.seen'),
        width: 150,
        render: ({ lastSeenAt }) => lastSeenAt !== null && <Time at={lastSeenAt} locale={locale} />,
      },
      {
        id: 'created',
        title: t('operations.customers.created'),
        width: 150,
        render: ({ createdAt }) => <Time at={createdAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
}
