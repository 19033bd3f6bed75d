import { joiningApi } from '@formwork/contract/joining/api.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Administering } from '@formwork/web/session/administering.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { BatchCreate } from './BatchCreate.tsx';
import { Invitations } from './Invitations.tsx';
import { JoinRequests } from './JoinRequests.tsx';
import './user-register.css';

const parts = { requests: JoinRequests, invitations: Invitations, batch: BatchCreate };
const tabIds = Object.keys(parts) as (keyof typeof parts)[];

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
  const elements = useElements('userRegister');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`register.tab.${id}`));
  const waiting = useQuery(q(joiningApi.countRequests)).data?.waiting;
  const Tab = parts[tab];
  return (
    <Page
      fill
      flush
      title={t('register.title')}
      tab={tab}
      onTab={(id) => setTab(id === 'requests' ? undefined : id)}
      tabs={tabs.map((one) => ({
        ...one,
        ...(one.id === 'requests' && waiting !== undefined && waiting > 0 && { count: waiting }),
      }))}
    >
      <Tab />
    </Page>
  );
}
