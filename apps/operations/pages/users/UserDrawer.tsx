import { usersApi, type UserDetail, type UserSession } from '@formwork/contract/operations/users.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';

/** One account: where it belongs and where it is signed in. */
export function UserDrawer({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const t = useT();
  const found = useQuery({ ...q(usersApi.get, { params: { userId: userId ?? '' } }), enabled: userId !== undefined });
  return (
    <Drawer
      open={userId !== undefined}
      onClose={onClose}
      size={480}
      title={found.data?.user.name ?? t('operations.users.title')}
      destroyOnHidden
    >
      {found.data ? (
        <Detail detail={found.data} />
      ) : found.error ? (
        <ErrorState
          hint={errorText(found.error, t)}
          requestId={isApiError(found.error) ? found.error.requestId : undefined}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Drawer>
  );
}

function Detail({ detail: { user, memberships, sessions } }: { detail: UserDetail }) {
  const t = useT();
  const facts: [string, string | null][] = [
    [t('operations.users.login'), user.login],
    [t('operations.users.phone'), user.phone],
    [t('operations.users.email'), user.email],
    [t('operations.users.home'), user.home.name],
    [t('operations.users.two_step'), t(user.twoStep ? 'operations.users.on' : 'operations.users.off')],
  ];
  return (
    <div className="operations-detail">
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('operations.users.memberships')}</h3>
      {memberships.length === 0 ? (
        <EmptyState small title={t('operations.users.no_memberships')} />
      ) : (
        <ul>
          {memberships.map(({ space, name, role, disabled }) => (
            <li key={space.id}>
              <span>
                {space.name}
                <small>
                  {name} · {t(`shell.role.${role}`)}
                </small>
              </span>
              {disabled && <StateTag>{t('operations.users.state_disabled')}</StateTag>}
            </li>
          ))}
        </ul>
      )}
      <h3>{t('operations.users.sessions_open')}</h3>
      {sessions.length === 0 ? (
        <EmptyState small title={t('operations.users.no_sessions')} />
      ) : (
        <ul>
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} userId={user.id} mayEnd={user.can.sessions} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SessionLine({
  session: { id, device, client, ip, startedAt, lastSeenAt },
  userId,
  mayEnd,
}: {
  session: UserSession;
  userId: string;
  mayEnd: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const end = useCommand(usersApi.endSession, { refresh: [usersApi.get, usersApi.list] });
  return (
    <li>
      <span>
        {client || t(`security.sessions.${device}`)}
        <small>
          {ip} · {t('security.sessions.started')} <Time at={startedAt} locale={locale} /> ·{' '}
          {t('security.sessions.seen')} <Time at={lastSeenAt} locale={locale} />
        </small>
      </span>
      {mayEnd && (
        <Button size="small" loading={end.pending} onClick={() => void end.run({ params: { userId, sessionId: id } })}>
          {t('security.sessions.end')}
        </Button>
      )}
    </li>
  );
}
