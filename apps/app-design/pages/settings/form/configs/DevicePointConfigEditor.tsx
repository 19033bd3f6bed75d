import type { DevicePointConfig } from '@formwork/contract/forms/field-types/device-point.ts';
import { iotApi, type Device } from '@formwork/contract/iot/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { PickSelect } from '@formwork/web/fields/PickSelect.tsx';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { Line } from '../inspector-parts.tsx';
import { FlagPart, withSetting, type ConfigProps } from './parts.tsx';

/** One point for every record, or what the person may choose from. */
export function DevicePointConfigEditor(props: ConfigProps<DevicePointConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange } = props;
  const [fixing, setFixing] = useState(config.fixed !== undefined);
  const products = useQuery(q(iotApi.listProducts)).data ?? [];
  const product = products.find(({ id }) => id === config.product);
  const points = product?.points ?? [];
  const begin = (way: 'chosen' | 'fixed') => {
    setFixing(way === 'fixed');
    onChange({ capture: config.capture });
  };
  return (
    <>
      <Line label={t('design.config.point_way')}>
        <Select value={fixing ? 'fixed' : 'chosen'} onChange={begin} options={(['chosen', 'fixed'] as const).map((value) => ({ value, label: t(`design.config.point_way_${value}`) }))} />
      </Line>
      {fixing ? <FixedPoint config={config} onChange={onChange} /> : (
        <>
          <Line label={t('design.config.point_product')} help={products.length === 0 ? t('design.config.point_no_products') : undefined}>
            <Select allowClear value={config.product ?? null} placeholder={t('design.config.point_any_product')} onChange={(id: string | undefined) => onChange(withSetting(withSetting(config, 'point', undefined), 'product', id ?? undefined))} options={products.map(({ id, name }) => ({ value: id, label: name }))} />
          </Line>
          {product && (
            <Line label={t('design.config.point_point')}>
              <Select allowClear value={config.point ?? null} placeholder={t('design.config.point_any_point')} onChange={(key: string | undefined) => onChange(withSetting(config, 'point', key ?? undefined))} options={points.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }))} />
            </Line>
          )}
        </>
      )}
      <FlagPart {...props} name="capture" label={t('design.config.point_capture')} />
    </>
  );
}

function FixedPoint({ config, onChange }: Pick<ConfigProps<DevicePointConfig>, 'config' | 'onChange'>) {
  const t = useT();
  const locale = useLocale();
  const [deviceId, setDeviceId] = useState(config.fixed?.device);
  const device = useQuery({ ...q(iotApi.getDevice, { params: { deviceId: deviceId ?? '' } }), enabled: deviceId !== undefined }).data;
  const products = useQuery(q(iotApi.listProducts)).data ?? [];
  const points = products.find(({ id }) => id === device?.productId)?.points ?? [];
  return (
    <>
      <Line label={t('design.config.point_device')}>
        <PickSelect<Device>
          kind="devices" multiple={false} value={deviceId === undefined ? [] : [deviceId]} input={{ 'aria-label': t('design.config.point_device') }}
          onChange={([id]) => {
            setDeviceId(id);
            onChange(withSetting(config, 'fixed', undefined));
          }}
          find={async (search) => (await call(iotApi.listDevices, { query: { limit: 30, ...(search !== '' && { search }) } })).rows}
          describe={({ name, code }) => `${name} · ${code}`}
        />
      </Line>
      {deviceId !== undefined && (
        <Line label={t('design.config.point_point')}>
          <Select value={config.fixed?.point ?? null} placeholder={t('design.config.point_choose')} onChange={(point: string) => device && onChange({ ...config, fixed: { device: device.id, point, name: device.name } })} options={points.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }))} />
        </Line>
      )}
    </>
  );
}
