import { PlusOutlined } from '@ant-design/icons';
import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Arranged, tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { NewDialog } from '@formwork/web/resources/NameDialog.tsx';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { gatewayApis } from '../../gateway-apis.ts';
import { Alerts } from './Alerts.tsx';
import { ApiList } from './ApiList.tsx';
import { Consumers } from './Consumers.tsx';
import { Environments } from './Environments.tsx';
import './esb.css';
import { FormApiDialog } from './FormApiDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { Listings } from './Listings.tsx';
import { Logs } from './Logs.tsx';
import { Reference } from './Reference.tsx';
import { Subscriptions } from './Subscriptions.tsx';
import { Upstreams } from './Upstreams.tsx';
import { Traffic } from './Traffic.tsx';

const tabIds = [
  'apis',
  'consumers',
  'subscriptions',
  'portal',
  'traffic',
  'log',
  'upstreams',
  'alerts',
  'environments',
  'reference',
] as const;

/** APIs of the enterprise, who may call them, what came in, and what of it was refused. */
export default function EsbPage() {
  const t = useT();
  const router = useRouter();
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('esb');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`gateway.tab.${id}`));
  const [adding, setAdding] = useState<'empty' | 'form' | 'import'>();
  const overview = useQuery(q(gatewayApi.overview));
  const open = (cid: string) => void router.go(pathTo('esbConfig', { cid }));
  const close = () => setAdding(undefined);
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('empty')}>
      {t('gateway.api.add')}
    </Button>
  );
  return (
    <Page
      fill
      flush
      title={t('gateway.title')}
      actions={
        tab === 'apis' && (
          <Arranged of={elements} group="tools">
            <Button key="import" onClick={() => setAdding('import')}>
              {elements.title('tools', 'import', t('gateway.import.title'))}
            </Button>
            <Button key="form" onClick={() => setAdding('form')}>
              {elements.title('tools', 'form', t('gateway.form_api.title'))}
            </Button>
            {add}
          </Arranged>
        )
      }
      tab={tab}
      onTab={(id) => setTab(id === 'apis' ? undefined : id)}
      tabs={tabs}
    >
      {!overview.data ? (
        <Unread of={[overview]} skeleton={<SkeletonRows rows={10} />} />
      ) : (
        <>
          {tab === 'apis' && <ApiList overview={overview.data} add={add} />}
          {tab === 'consumers' && <Consumers />}
          {tab === 'subscriptions' && <Subscriptions />}
          {tab === 'portal' && <Listings overview={overview.data} />}
          {tab === 'traffic' && <Traffic />}
          {tab === 'log' && <Logs overview={overview.data} />}
          {tab === 'upstreams' && <Upstreams />}
          {tab === 'alerts' && <Alerts />}
          {tab === 'environments' && <Environments overview={overview.data} />}
          {tab === 'reference' && <Reference overview={overview.data} />}
        </>
      )}
      {adding === 'empty' && <NewDialog of={gatewayApis} folder={null} onClose={close} onMade={({ id }) => open(id)} />}
      {adding === 'form' && <FormApiDialog onClose={close} onMade={open} />}
      {adding === 'import' && <ImportDialog onClose={close} onMade={open} />}
    </Page>
  );
}
