import { PlusOutlined } from '@ant-design/icons';
import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Directory } from './Directory.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import { Offers } from './Offers.tsx';
import { Requests } from './Requests.tsx';
import './exchange.css';

const tabIds = ['directory', 'offers', 'requests'] as const;

/** Data between enterprises: what others offer, what is offered to them, and what was asked for on both sides. */
export default function ExchangePage() {
  const t = useT();
  const [asked] = useQueryText('tab');
  const setQuery = useSetQuery();
  const elements = useElements('dataExchange');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`dataexchange.tab.${id}`));
  const [adding, setAdding] = useState(false);
  const go = (id: string) =>
    setQuery({
      tab: id === 'directory' ? undefined : id,
      search: undefined,
      state: undefined,
      side: undefined,
      id: undefined,
    });
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('dataexchange.offer.add')}
    </Button>
  );
  return (
    <Page fill flush title={t('dataexchange.title')} actions={tab === 'offers' && add} tab={tab} onTab={go} tabs={tabs}>
      {tab === 'directory' && <Directory />}
      {tab === 'offers' && <Offers add={add} />}
      {tab === 'requests' && <Requests />}
      {adding && <OfferDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}
