import { EditOutlined, KeyOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons';
import { deviceStates, iotApi, type Device, type Product } from '@formwork/contract/iot/api.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { filtersOf } from '@formwork/web/elements/filters-of.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { ListPane } from '@formwork/web/list/ListPane.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { App } from 'antd';
import { useState, type ReactNode } from 'react';
import { devices } from '../../lists.ts';
import { DeviceDialog } from './DeviceDialog.tsx';
import { DeviceDrawer } from './DeviceDrawer.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { useDeviceColumns } from './use-device-columns.tsx';

/** What a change of devices shows in. */
const readings = [iotApi.listDevices, iotApi.listProducts, iotApi.getDevice];

export function DeviceList({
  products,
  add,
  noProducts,
}: {
  products: readonly Product[];
  add: ReactNode;
  noProducts: boolean;
}) {
  const t = useT();
  const elements = useElements('deviceList');
  const { modal } = App.useApp();
  const [open, setOpen] = useQueryText('device');
  const [editing, setEditing] = useState<Device>();
  const [drawn, setDrawn] = useState<{ device: Device; key: string }>();
  const draw = useCommand(iotApi.drawKey, { refresh: readings, onDone: setDrawn });
  const retire = useCommand(iotApi.retireDevice, { refresh: readings });
  const revive = useCommand(iotApi.reviveDevice, { refresh: readings });
  const ask = (
    what: 'draw' | 'retire',
    { name, id }: Device,
    run: (input: { params: { deviceId: string } }) => Promise<unknown>,
  ) =>
    void modal.confirm({
      title: t(`iot.device.${what}_title`, { name }),
      content: t(`iot.device.${what}_hint`),
      okText: t(`iot.device.${what}`),
      okButtonProps: { danger: true },
      onOk: () => run({ params: { deviceId: id } }),
    });
  const actionsOf = (device: Device): MenuAction[] =>
    !device.can.edit
      ? []
      : [
          { id: 'edit', title: t('iot.device.edit'), icon: <EditOutlined />, onSelect: () => setEditing(device) },
          ...(device.retired
            ? [
                {
                  id: 'revive',
                  title: t('iot.device.revive'),
                  icon: <UndoOutlined />,
                  onSelect: () => void revive.run({ params: { deviceId: device.id } }),
                },
              ]
            : [
                {
                  id: 'draw',
                  title: t('iot.device.draw'),
                  icon: <KeyOutlined />,
                  onSelect: () => ask('draw', device, draw.run),
                },
                {
                  id: 'retire',
                  title: t('iot.device.retire'),
                  icon: <StopOutlined />,
                  danger: true,
                  onSelect: () => ask('retire', device, retire.run),
                },
              ]),
        ];
  return (
    <>
      <ListPane<Device, unknown>
        list={devices}
        columns={useDeviceColumns(products)}
        label={t('iot.title')}
        {...filtersOf(elements, 'filters', {
          search: t('iot.device.search'),
          filters: [
            {
              name: 'product' as const,
              label: t('iot.device.product'),
              options: products.map(({ id, name }) => ({ value: id, label: name })),
            },
            {
              name: 'state' as const,
              label: t('iot.device.state'),
              options: deviceStates.map((value) => ({ value, label: t(`records.reading.state_${value}`) })),
            },
          ],
        })}
        onOpen={({ id }) => setOpen(id)}
        rowActions={actionsOf}
        empty={{
          title: t('iot.device.none'),
          hint: t(noProducts ? 'iot.device.none_hint_product' : 'iot.device.none_hint'),
          action: add,
        }}
        noneFound={{ title: t('iot.device.none_found'), hint: t('iot.device.none_found_hint') }}
      />
      {editing && <DeviceDialog device={editing} products={products} onClose={() => setEditing(undefined)} />}
      {drawn && <KeyDialog drawn={drawn} onClose={() => setDrawn(undefined)} />}
      {open !== undefined && <DeviceDrawer id={open} products={products} onClose={() => setOpen(undefined)} />}
    </>
  );
}
