import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import '../esb/esb.css';
import { ApiView } from './ApiView.tsx';
import { Directory } from './Directory.tsx';
import { OwnApplications } from './OwnApplications.tsx';
import { OwnCalls } from './OwnCalls.tsx';
import { OwnUse } from './OwnUse.tsx';
import './portal.css';

const tabIds = ['directory', 'applications', 'use', 'calls'] as const;

/** For whoever writes a program that calls: which APIs there are and how they are called, own keys, own use, and why a call was refused. */
export default function PortalPage() {
  const t = useT();
  const [asked] = useQueryText('tab');
  const [api] = useQueryText('api');
  const setQuery = useSetQuery();
  const elements = useElements('esbPortal');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`gatewayportal.tab.${id}`));
  const go = (id: string) =>
    setQuery({
      tab: id === 'directory' ? undefined : id,
      api: undefined,
      search: undefined,
      outcome: undefined,
      hours: undefined,
      environment: undefined,
    });
  const isList = tab === 'calls';
  return (
    <Page fill={isList} flush={isList} title={t('gatewayportal.title')} tab={tab} onTab={go} tabs={tabs}>
      {tab === 'directory' && (api === undefined ? <Directory /> : <ApiView key={api} id={api} />)}
      {tab === 'applications' && <OwnApplications />}
      {tab === 'use' && <OwnUse />}
      {tab === 'calls' && <OwnCalls />}
    </Page>
  );
}
