import { PlusOutlined } from '@ant-design/icons';
import { Page } from '@formwork/ui/frame/page.tsx';
import { tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useReading } from '@formwork/web/http/read-of.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { products as readProducts } from '../../lists.ts';
import { DeviceDialog } from './DeviceDialog.tsx';
import { DeviceList } from './DeviceList.tsx';
import './devices.css';
import { ProductDialog } from './ProductDialog.tsx';
import { ProductList } from './ProductList.tsx';

const tabIds = ['devices', 'products'] as const;

/** Devices with what they last said, and the products that say what their devices have. */
export default function DevicesPage() {
  const t = useT();
  const mayEdit = useCan()('iot.device.edit');
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('deviceList');
  const { tab, tabs } = tabsOf(elements, 'tabs', tabIds, asked, (id) => t(`iot.tab.${id}`));
  const [adding, setAdding] = useState<(typeof tabIds)[number]>();
  const products = useReading(readProducts);
  const known = products.data ?? [];
  // a device is of a product: the first thing to add is one of those
  const next = tab === 'devices' && products.isSuccess && known.length === 0 ? 'products' : tab;
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(next)}>
      {t(next === 'devices' ? 'iot.device.add' : 'iot.product.add')}
    </Button>
  );
  return (
    <Page
      fill
      flush
      title={t('iot.title')}
      actions={add}
      tab={tab}
      onTab={(id) => setTab(id === 'devices' ? undefined : id)}
      tabs={tabs.map((one) => ({
        ...one,
        ...(one.id === 'products' && products.isSuccess && { count: known.length }),
      }))}
    >
      {tab === 'devices' ? (
        <DeviceList products={known} add={add} noProducts={products.isSuccess && known.length === 0} />
      ) : (
        <ProductList reading={products} add={add} />
      )}
      {adding === 'devices' && <DeviceDialog products={known} onClose={() => setAdding(undefined)} />}
      {adding === 'products' && <ProductDialog onClose={() => setAdding(undefined)} />}
    </Page>
  );
}
