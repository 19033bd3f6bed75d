import { developerApi } from '@formwork/contract/developer/api.ts';
import { DesktopOutlined, MobileOutlined, RobotOutlined } from '@ant-design/icons';
import { accountApi, type OwnSession } from '@formwork/contract/identity/account-security.ts';
import { StateTag } from '@formwork/ui/state-tag.tsx';
import { ErrorState, SkeletonRows } from '@formwork/ui/state.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { SecurityRow, SecuritySection } from './SecurityRow.tsx';

const icons = { desktop: <DesktopOutlined />, phone: <MobileOutlined />, program: <RobotOutlined /> } satisfies Record<OwnSession['device'], unknown>;
const changed = [accountApi.sessions, accountApi.operations, developerApi.get];

/** Where one is signed in; each can be ended, this one by signing out. */
export function Sessions() {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const sessions = useQuery(q(accountApi.sessions));
  const end = useCommand(accountApi.endSession, { refresh: changed });
  const endOthers = useCommand(accountApi.endOthers, { refresh: changed, onDone: ({ ended, tokens }) => void message.success(t(tokens > 0 ? 'security.sessions.ended_tokens' : 'security.sessions.ended', { count: ended })) });
  const others = (sessions.data?.length ?? 0) > 1;
  return (
    <SecuritySection title={t('security.sessions.title')} actions={others && <Button size="small" loading={endOthers.pending} onClick={() => void endOthers.run()}>{t('security.sessions.end_others')}</Button>}>
      {sessions.error && <ErrorState small onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <SkeletonRows rows={2} columns={2} />}
      {sessions.data?.map((session) => (
        <SecurityRow
          key={session.id}
          icon={icons[session.device]}
          title={session.client || t(`security.sessions.${session.device}`)}
          value={session.current ? <StateTag tone="success">{t('security.sessions.current')}</StateTag> : undefined}
          note={<>{session.ip} · {t('security.sessions.started')} <Time at={session.startedAt} locale={locale} /> · {t('security.sessions.seen')} <Time at={session.lastSeenAt} locale={locale} /></>}
          actions={!session.current && <Button size="small" disabled={end.pending} onClick={() => void end.run({ params: { sessionId: session.id } })}>{t('security.sessions.end')}</Button>}
        />
      ))}
    </SecuritySection>
  );
}
