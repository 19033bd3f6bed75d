import { EditOutlined, KeyOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { deviceStates, iotApi, type Device, type Product } from '@formwork/contract/iot/api.ts';
import { DataList } from '@formwork/ui/data-list.tsx';
import type { MenuAction } from '@formwork/ui/menu.tsx';
import { SearchInput } from '@formwork/ui/search-input.tsx';
import { EmptyState } from '@formwork/ui/state.tsx';
import { usePages } from '@formwork/web/http/use-pages.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { App, Button, Select } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { DeviceDialog } from './DeviceDialog.tsx';
import { DeviceDrawer } from './DeviceDrawer.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { useDeviceColumns } from './use-device-columns.tsx';

/** What a change of devices shows in. */
const readings = [iotApi.listDevices, iotApi.listProducts, iotApi.getDevice];

export function DeviceList({ products, add, noProducts }: { products: readonly Product[]; add: ReactNode; noProducts: boolean }) {
  const t = useT();
  const { modal } = App.useApp();
  const [search = '', setSearch] = useQueryText('search');
  const [givenState, setState] = useQueryText('state');
  const [product, setProduct] = useQueryText('product');
  const [open, setOpen] = useQueryText('device');
  const setQuery = useSetQuery();
  const state = deviceStates.find((one) => one === givenState);
  const [editing, setEditing] = useState<Device>();
  const [drawn, setDrawn] = useState<{ device: Device; key: string }>();
  const { list, total } = usePages(iotApi.listDevices, { search: useDeferredValue(search.trim()), state, product });
  const draw = useCommand(iotApi.drawKey, { refresh: readings, onDone: setDrawn });
  const retire = useCommand(iotApi.retireDevice, { refresh: readings });
  const revive = useCommand(iotApi.reviveDevice, { refresh: readings });
  const isFiltered = search !== '' || state !== undefined || product !== undefined;
  const ask = (what: 'draw' | 'retire', { name, id }: Device, run: (input: { params: { deviceId: string } }) => Promise<unknown>) => void modal.confirm({
    title: t(`iot.device.${what}_title`, { name }), content: t(`iot.device.${what}_hint`), okText: t(`iot.device.${what}`), okButtonProps: { danger: true }, onOk: () => run({ params: { deviceId: id } }),
  });
  const actionsOf = (device: Device): MenuAction[] => !device.can.edit ? [] : [
    { id: 'edit', title: t('iot.device.edit'), icon: <EditOutlined />, onSelect: () => setEditing(device) },
    ...(device.retired
      ? [{ id: 'revive', title: t('iot.device.revive'), icon: <UndoOutlined />, onSelect: () => void revive.run({ params: { deviceId: device.id } }) }]
      : [
        { id: 'draw', title: t('iot.device.draw'), icon: <KeyOutlined />, onSelect: () => ask('draw', device, draw.run) },
        { id: 'retire', title: t('iot.device.retire'), icon: <StopOutlined />, danger: true, onSelect: () => ask('retire', device, retire.run) },
      ]),
  ];
  return (
    <div className="iot-list">
      <div className="iot-tools">
        <SearchInput label={t('iot.device.search')} className="iot-search" value={search} onChange={(event) => setSearch(event.target.value || undefined)} />
        <Select className="iot-choice" allowClear showSearch={{ optionFilterProp: 'label' }} aria-label={t('iot.device.product')} placeholder={t('iot.device.product')} value={product ?? null} onChange={(next: string | undefined) => setProduct(next ?? undefined)} options={products.map(({ id, name }) => ({ value: id, label: name }))} />
        <Select className="iot-choice" allowClear aria-label={t('iot.device.state')} placeholder={t('iot.device.state')} value={state ?? null} onChange={(next: string | undefined) => setState(next ?? undefined)} options={deviceStates.map((value) => ({ value, label: t(`records.reading.state_${value}`) }))} />
        {total !== undefined && <span className="iot-total" role="status">{t('iot.device.total', { count: total })}</span>}
      </div>
      <DataList<Device>
        label={t('iot.title')}
        {...list}
        columns={useDeviceColumns(products)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpen(id)}
        rowActions={actionsOf}
        empty={isFiltered
          ? <EmptyState title={t('iot.device.none_found')} hint={t('iot.device.none_found_hint')} action={<Button onClick={() => setQuery({ search: undefined, state: undefined, product: undefined })}>{t('iot.device.clear')}</Button>} />
          : <EmptyState title={t('iot.device.none')} hint={t(noProducts ? 'iot.device.none_hint_product' : 'iot.device.none_hint')} action={add} />}
      />
      {editing && <DeviceDialog device={editing} products={products} onClose={() => setEditing(undefined)} />}
      {drawn && <KeyDialog drawn={drawn} onClose={() => setDrawn(undefined)} />}
      {open !== undefined && <DeviceDrawer id={open} products={products} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
