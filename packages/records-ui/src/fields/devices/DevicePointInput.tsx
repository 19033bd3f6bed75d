import { ReloadOutlined } from '@ant-design/icons';
import { capturedText } from '@formwork/contract/forms/field-types/device-point.ts';
import { isReading, type Reading } from '@formwork/contract/forms/values/reading.ts';
import { iotApi, type Device, type Product } from '@formwork/contract/iot/api.ts';
import type { Point } from '@formwork/contract/iot/thing-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { LiveReading } from './DevicePoint.tsx';
import { rememberDevices, useDevice } from './devices.ts';
import type { EditorProps } from '../field-ui.ts';
import { Select } from '@formwork/web/inputs/heavy-inputs.ts';
import { PickSelect } from '@formwork/web/pickers/PickSelect.tsx';

/** A device and one of its points; what is captured of it when the record is saved is the server's to say. */
export default function DevicePointInput({ field, value, onChange, input, autoFocus }: EditorProps<'devicePoint'>) {
  const t = useT();
  const { config } = field;
  const reading = isReading(value) ? value : undefined;
  const may = useCan()('iot.device.read');
  // chosen, and no point of it yet
  const [begun, setBegun] = useState('');
  const deviceId = config.fixed?.device ?? reading?.device ?? begun;
  const device = useDevice(deviceId);
  const products = useQuery({ ...q(iotApi.listProducts), enabled: may }).data;
  const points = pointsOf(device, products);
  const choose = (chosen: Device, point: Point) => onChange(readingOf(chosen, point));
  const chooseDevice = (id: string | undefined) => {
    if (id === undefined) {
      setBegun('');
      return onChange(null);
    }
    setBegun(id);
    onChange(null);
    void call(iotApi.getDevice, { params: { deviceId: id } }).then(
      (chosen) => {
        const offered = pointsOf(chosen, products).filter(
          ({ key }) => config.point === undefined || key === config.point,
        );
        const same =
          offered.find(({ key }) => key === reading?.pointKey) ?? (offered.length === 1 ? offered[0] : undefined);
        if (same) choose(chosen, same);
      },
      () => setBegun(''),
    );
  };
  const again = () => {
    const point = points.find(({ key }) => key === (config.fixed?.point ?? reading?.pointKey));
    if (device && point) choose(device, point);
  };
  if (!may) return <p className="fw-field-note">{t('records.reading.not_for_you')}</p>;
  return (
    <div
      className="fw-point"
      role="group"
      id={config.fixed ? input.id : undefined}
      tabIndex={config.fixed ? -1 : undefined}
    >
      {config.fixed ? (
        <span>{device?.name ?? config.fixed.name}</span>
      ) : (
        <div className="fw-point-line">
          <PickSelect
            kind="devices"
            input={input}
            autoFocus={autoFocus}
            multiple={false}
            placeholder={t('records.reading.choose_device')}
            value={deviceId === '' ? [] : [deviceId]}
            onChange={([id]) => chooseDevice(id)}
            scope={config.product}
            find={(search) => findDevices(search, config.product)}
            describe={({ name, code }) => (
              <span className="fw-point-option">
                {name} <small>{code}</small>
              </span>
            )}
          />
          {config.point === undefined && deviceId !== '' && (
            <PointSelect
              points={points}
              chosen={reading?.pointKey}
              onChoose={(point) => device && choose(device, point)}
            />
          )}
        </div>
      )}
      {config.point !== undefined && device && products && !points.some(({ key }) => key === config.point) && (
        <p className="fw-field-error" role="alert">
          {t('records.value.no_point')}
        </p>
      )}
      <NowAndThen
        reading={reading ?? fixedReading(config.fixed, points)}
        captures={config.capture}
        stored={reading?.signature !== undefined && reading.signature !== ''}
        onAgain={again}
      />
    </div>
  );
}

/** What the point says now, what the record holds of it, and the way to hold the present value instead. */
function NowAndThen({
  reading,
  captures,
  stored,
  onAgain,
}: {
  reading: Pick<Reading, 'device' | 'pointKey' | 'unitSign' | 'decimals' | 'value'> | undefined;
  captures: boolean;
  stored: boolean;
  onAgain: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  if (!reading) return null;
  const captured = stored ? capturedText(reading, locale) : '';
  return (
    <div className="fw-point-line">
      <span className="fw-reading">
        <span className="fw-field-note">{t('records.reading.now')}</span>{' '}
        <LiveReading reading={{ ...reading, value: null }} />
      </span>
      {captures &&
        (stored ? (
          <>
            <span className="fw-field-note">
              {t('records.reading.captured')} {captured || '—'}
            </span>
            <Button size="small" type="text" icon={<ReloadOutlined />} onClick={onAgain}>
              {t('records.reading.again')}
            </Button>
          </>
        ) : (
          <span className="fw-field-note">{t('records.reading.on_save')}</span>
        ))}
    </div>
  );
}

function PointSelect({
  points,
  chosen,
  onChoose,
}: {
  points: readonly Point[];
  chosen: string | undefined;
  onChoose: (point: Point) => void;
}) {
  const t = useT();
  const locale = useLocale();
  return (
    <Select
      aria-label={t('records.reading.choose_point')}
      placeholder={t('records.reading.choose_point')}
      notFoundContent={t('records.reading.no_points')}
      showSearch={{ optionFilterProp: 'words' }}
      value={chosen ?? null}
      options={points.map((point) => ({
        value: point.key,
        label: textIn(point.title, locale) || point.key,
        words: `${point.title.zh} ${point.title.en ?? ''} ${point.key}`,
      }))}
      onChange={(key: unknown) => {
        const point = points.find((one) => one.key === key);
        if (point) onChoose(point);
      }}
    />
  );
}

async function findDevices(search: string, product: string | undefined): Promise<Device[]> {
  const { rows } = await call(iotApi.listDevices, {
    query: { limit: 30, ...(search !== '' && { search }), ...(product !== undefined && { product }) },
  });
  rememberDevices(rows);
  return rows;
}

function pointsOf(device: Device | null | undefined, products: readonly Product[] | undefined): Point[] {
  return (device && products?.find(({ id }) => id === device.productId)?.points) || [];
}

/** As it will be captured, as far as a page can know; without a signature the server reads it anew. */
function readingOf({ id, name, values }: Device, { key, title, unit, decimals }: Point): Reading {
  return {
    value: values[key]?.value ?? null,
    device: id,
    decimals,
    pointKey: key,
    unitSign: unit,
    signature: '',
    deviceName: name,
    pointTitle: title,
    reportedAt: values[key]?.at ?? null,
  };
}

function fixedReading(fixed: { device: string; point: string } | undefined, points: readonly Point[]) {
  const point = points.find(({ key }) => key === fixed?.point);
  return fixed && point
    ? { device: fixed.device, pointKey: point.key, unitSign: point.unit, decimals: point.decimals, value: null }
    : undefined;
}
