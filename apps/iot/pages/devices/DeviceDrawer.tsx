import { iotApi, type Device, type Product } from '@formwork/contract/iot/api.ts';
import { readingText, type Point } from '@formwork/contract/iot/thing-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useDevice } from '@formwork/records-ui/fields/devices/devices.ts';
import { addressOf } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Typography } from 'antd';
import { DeviceStateTag } from './DeviceStateTag.tsx';

/** One device: what it is, what each point last said, and how it reports. */
export function DeviceDrawer({
  id,
  products,
  onClose,
}: {
  id: string;
  products: readonly Product[];
  onClose: () => void;
}) {
  const reading = useQuery(q(iotApi.getDevice, { params: { deviceId: id } }));
  const t = useT();
  const live = useDevice(id);
  const device = reading.data && {
    ...reading.data,
    ...(live && { values: live.values, lastAt: live.lastAt, state: live.state }),
  };
  return (
    <Drawer open size={520} title={device?.name ?? t('iot.device.one')} onClose={onClose}>
      {reading.isPending ? (
        <SkeletonRows />
      ) : !device ? (
        <ErrorState hint={errorText(reading.error, t)} onRetry={() => void reading.refetch()} />
      ) : (
        <Facts device={device} product={products.find((one) => one.id === device.productId)} />
      )}
    </Drawer>
  );
}

function Facts({ device, product }: { device: Device; product: Product | undefined }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="iot-device">
      <dl>
        <div>
          <dt>{t('iot.device.state')}</dt>
          <dd>
            <DeviceStateTag state={device.state} />
          </dd>
        </div>
        <div>
          <dt>{t('iot.device.code')}</dt>
          <dd>{device.code}</dd>
        </div>
        <div>
          <dt>{t('iot.device.product')}</dt>
          <dd>{product?.name ?? '—'}</dd>
        </div>
        <div>
          <dt>{t('iot.device.last_at')}</dt>
          <dd>{device.lastAt ? <Time at={device.lastAt} locale={locale} precision="second" /> : '—'}</dd>
        </div>
        {device.note !== '' && (
          <div>
            <dt>{t('iot.device.note')}</dt>
            <dd className="iot-note">{device.note}</dd>
          </div>
        )}
      </dl>
      <h3>{t('iot.device.values')}</h3>
      {product && product.points.length > 0 ? (
        <Points device={device} points={product.points} />
      ) : (
        <EmptyState title={t('iot.product.no_points')} hint={t('iot.product.no_points_hint')} />
      )}
      {!device.retired && product && <HowTo device={device} points={product.points} />}
    </div>
  );
}

function Points({ device, points }: { device: Device; points: readonly Point[] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <table className="iot-points">
      <thead>
        <tr>
          <th>{t('iot.point.point')}</th>
          <th>{t('iot.point.value')}</th>
          <th>{t('iot.point.time')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => {
          const last = device.values[point.key];
          return (
            <tr key={point.key}>
              <td>
                {textIn(point.title, locale)}
                <small>{point.key}</small>
              </td>
              <td className="iot-value">{last ? readingText(last.value, point, locale) : '—'}</td>
              <td>{last && <Time at={last.at} locale={locale} precision="second" />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A call as the device makes it, ready to be tried from a command line. */
function HowTo({ device, points }: { device: Device; points: readonly Point[] }) {
  const t = useT();
  const values = Object.fromEntries(
    points
      .slice(0, 3)
      .map(({ key, type, min }) => [key, type === 'boolean' ? true : type === 'text' ? 'text' : (min ?? 1)]),
  );
  const address = new URL(addressOf(iotApi.report, { body: [] }), location.origin).href;
  const call = `curl -X POST ${address} -H "Authorization: Bearer KEY" -H "Content-Type: application/json" -d '${JSON.stringify({ values })}'`;
  return (
    <>
      <h3>{t('iot.howto.title')}</h3>
      <p className="iot-quiet">{t('iot.howto.text', { end: device.keyEnd })}</p>
      <Typography.Paragraph className="iot-call" code copyable={{ text: call }}>
        {call}
      </Typography.Paragraph>
    </>
  );
}
