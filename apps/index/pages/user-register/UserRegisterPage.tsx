import { joiningApi } from '@formwork/contract/joining/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Administering } from '@formwork/web/session/administering.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { BatchCreate } from './BatchCreate.tsx';
import { Invitations } from './Invitations.tsx';
import { JoinRequests } from './JoinRequests.tsx';
import './user-register.css';

const tabs = { requests: JoinRequests, invitations: Invitations, batch: BatchCreate };
const tabIds = Object.keys(tabs) as (keyof typeof tabs)[];

/** How people come into the enterprise: they ask, are invited, or get accounts at once. */
export default function UserRegisterPage() {
  return (
    <Administering part="registrations">
      <Registrations />
    </Administering>
  );
}

function Registrations() {
  const t = useT();
  const [asked, setTab] = useQueryText('tab');
  const tab = tabIds.find((id) => id === asked) ?? 'requests';
  const waiting = useQuery(q(joiningApi.countRequests)).data?.waiting;
  const Tab = tabs[tab];
  return (
    <Page
      fill
      flush
      title={t('register.title')}
      tab={tab}
      onTab={(id) => setTab(id === 'requests' ? undefined : id)}
      tabs={tabIds.map((id) => ({
        id,
        title: t(`register.tab.${id}`),
        ...(id === 'requests' && waiting !== undefined && waiting > 0 && { count: waiting }),
      }))}
    >
      <Tab />
    </Page>
  );
}
