import type { DevicePointConfig } from '@formwork/contract/forms/field-types/device-point.ts';
import { iotApi, type Device } from '@formwork/contract/iot/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { PickSelect } from '@formwork/web/pickers/PickSelect.tsx';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Choose, Line } from '../inspector-parts.tsx';
import { FlagPart, withSetting, type ConfigProps } from './parts.tsx';

/** One point for every record, or what the person may choose from. */
export function DevicePointConfigEditor(props: ConfigProps<DevicePointConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange } = props;
  const products = useQuery(q(iotApi.listProducts)).data ?? [];
  const product = products.find(({ id }) => id === config.product);
  const points = product?.points ?? [];
  const begin = (way: 'chosen' | 'fixed') =>
    onChange({ capture: config.capture, ...(way === 'fixed' && { fixed: { device: '', point: '', name: '' } }) });
  return (
    <>
      <Line label={t('design.config.point_way')}>
        <Choose
          value={config.fixed ? 'fixed' : 'chosen'}
          onChange={begin}
          options={(['chosen', 'fixed'] as const).map((value) => ({
            value,
            label: t(`design.config.point_way_${value}`),
          }))}
        />
      </Line>
      {config.fixed ? (
        <FixedPoint fixed={config.fixed} onChange={(fixed) => onChange({ ...config, fixed })} />
      ) : (
        <>
          <Line
            label={t('design.config.point_product')}
            help={products.length === 0 ? t('design.config.point_no_products') : undefined}
          >
            <Choose
              allowClear
              value={config.product ?? null}
              placeholder={t('design.config.point_any_product')}
              onChange={(id: string | undefined) =>
                onChange(withSetting(withSetting(config, 'point', undefined), 'product', id ?? undefined))
              }
              options={products.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Line>
          {product && (
            <Line label={t('design.config.point_point')}>
              <Choose
                allowClear
                value={config.point ?? null}
                placeholder={t('design.config.point_any_point')}
                onChange={(key: string | undefined) => onChange(withSetting(config, 'point', key ?? undefined))}
                options={points.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }))}
              />
            </Line>
          )}
        </>
      )}
      <FlagPart {...props} name="capture" label={t('design.config.point_capture')} />
    </>
  );
}

type Fixed = NonNullable<DevicePointConfig['fixed']>;

function FixedPoint({ fixed, onChange }: { fixed: Fixed; onChange: (fixed: Fixed) => void }) {
  const t = useT();
  const locale = useLocale();
  const device = useQuery({
    ...q(iotApi.getDevice, { params: { deviceId: fixed.device } }),
    enabled: fixed.device !== '',
  }).data;
  const products = useQuery(q(iotApi.listProducts)).data ?? [];
  const points = products.find(({ id }) => id === device?.productId)?.points ?? [];
  const missing = t('forms.problem.point_fixed');
  return (
    <>
      <Line label={t('design.config.point_device')} wrong={fixed.device === '' ? missing : undefined}>
        <PickSelect<Device>
          kind="devices"
          multiple={false}
          value={fixed.device === '' ? [] : [fixed.device]}
          input={{ 'aria-label': t('design.config.point_device') }}
          onChange={([id]) => onChange({ device: id ?? '', point: '', name: '' })}
          find={async (search) =>
            (await call(iotApi.listDevices, { query: { limit: 30, ...(search !== '' && { search }) } })).rows
          }
          describe={({ name, code }) => `${name} · ${code}`}
        />
      </Line>
      {fixed.device !== '' && (
        <Line label={t('design.config.point_point')} wrong={fixed.point === '' ? missing : undefined}>
          <Choose
            value={fixed.point || null}
            placeholder={t('design.config.point_choose')}
            onChange={(point: string) => device && onChange({ device: device.id, point, name: device.name })}
            options={points.map(({ key, title }) => ({ value: key, label: textIn(title, locale) }))}
          />
        </Line>
      )}
    </>
  );
}
