import { developerApi } from '@formwork/contract/developer/api.ts';
import { DesktopOutlined, MobileOutlined, RobotOutlined } from '@ant-design/icons';
import { accountApi, type OwnSession } from '@formwork/contract/identity/account-security.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { PasswordConfirm } from './PasswordConfirm.tsx';
import { SecurityRow, SecuritySection } from './SecurityRow.tsx';

const icons = { desktop: <DesktopOutlined />, phone: <MobileOutlined />, program: <RobotOutlined /> } satisfies Record<
  OwnSession['device'],
  unknown
>;
const changed = [accountApi.sessions, accountApi.operations, developerApi.get];

/** Where one is signed in; each can be ended, this one by signing out. */
export function Sessions() {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const sessions = useQuery(q(accountApi.sessions));
  const [ending, setEnding] = useState<OwnSession | 'others'>();
  const done = (ended: number, tokens: number) => {
    setEnding(undefined);
    void message.success(
      t(tokens > 0 ? 'security.sessions.ended_tokens' : 'security.sessions.ended', { count: ended }),
    );
  };
  const nameOf = ({ client, device }: OwnSession) => client || t(`security.sessions.${device}`);
  const others = (sessions.data?.length ?? 0) > 1;
  return (
    <SecuritySection
      title={t('security.sessions.title')}
      actions={
        others && (
          <Button size="small" onClick={() => setEnding('others')}>
            {t('security.sessions.end_others')}
          </Button>
        )
      }
    >
      {sessions.error && <ErrorState small onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <SkeletonRows rows={2} columns={2} />}
      {sessions.data?.map((session) => (
        <SecurityRow
          key={session.id}
          icon={icons[session.device]}
          title={nameOf(session)}
          value={session.current ? <StateTag tone="success">{t('security.sessions.current')}</StateTag> : undefined}
          note={
            <>
              {session.ip} · {t('security.sessions.started')} <Time at={session.startedAt} locale={locale} /> ·{' '}
              {t('security.sessions.seen')} <Time at={session.lastSeenAt} locale={locale} />
            </>
          }
          actions={
            !session.current && (
              <Button size="small" onClick={() => setEnding(session)}>
                {t('security.sessions.end')}
              </Button>
            )
          }
        />
      ))}
      {ending === 'others' && (
        <PasswordConfirm
          title={t('security.sessions.end_others')}
          hint={t('security.sessions.end_others_hint')}
          okText={t('security.sessions.end')}
          danger
          endpoint={accountApi.endOthers}
          input={(password) => ({ body: { password } })}
          refresh={changed}
          onDone={(answer) => done(answer?.ended ?? 0, answer?.tokens ?? 0)}
          onClose={() => setEnding(undefined)}
        />
      )}
      {ending && ending !== 'others' && (
        <PasswordConfirm
          title={t('security.sessions.end_named', { client: nameOf(ending) })}
          okText={t('security.sessions.end')}
          danger
          endpoint={accountApi.endSession}
          input={(password) => ({ params: { sessionId: ending.id }, body: { password } })}
          refresh={changed}
          onDone={() => done(1, 0)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </SecuritySection>
  );
}
