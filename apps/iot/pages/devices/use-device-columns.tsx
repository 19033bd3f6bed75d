import type { Device, Product } from '@formwork/contract/iot/api.ts';
import { readingText } from '@formwork/contract/iot/thing-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { ListColumn } from '@formwork/ui/list-columns.ts';
import { Time } from '@formwork/ui/time.tsx';
import { useDevice } from '@formwork/web/fields/devices.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';
import { DeviceStateTag } from './DeviceStateTag.tsx';

/** Of a row there is room for so many. */
const shownPoints = 4;

export function useDeviceColumns(products: readonly Product[]): ListColumn<Device>[] {
  const t = useT();
  return useMemo(() => {
    const byId = new Map(products.map((product) => [product.id, product]));
    return [
      { id: 'name', title: t('iot.device.name'), width: 200, value: ({ name }) => name },
      { id: 'code', title: t('iot.device.code'), width: 140, value: ({ code }) => code },
      { id: 'state', title: t('iot.device.state'), width: 130, render: (device) => <LiveState device={device} /> },
      { id: 'product', title: t('iot.device.product'), width: 150, value: ({ productId }) => byId.get(productId)?.name },
      { id: 'lastAt', title: t('iot.device.last_at'), width: 150, render: (device) => <LiveAt device={device} /> },
      { id: 'values', title: t('iot.device.values'), width: 360, render: (device) => <LiveValues device={device} product={byId.get(device.productId)} /> },
    ];
  }, [t, products]);
}

/** The row as it was listed, until what the device said since is known. */
function useNow(device: Device): Device {
  return useDevice(device.id) ?? device;
}

function LiveState({ device }: { device: Device }) {
  return <DeviceStateTag state={useNow(device).state} />;
}

function LiveAt({ device }: { device: Device }) {
  const locale = useLocale();
  const { lastAt } = useNow(device);
  return lastAt === null ? <>—</> : <Time at={lastAt} locale={locale} />;
}

function LiveValues({ device, product }: { device: Device; product: Product | undefined }) {
  const locale = useLocale();
  const { values } = useNow(device);
  const known = product?.points.filter(({ key }) => values[key]) ?? [];
  if (known.length === 0) return <>—</>;
  return (
    <span className="iot-values">
      {known.slice(0, shownPoints).map((point) => <span key={point.key}><small>{textIn(point.title, locale)}</small> {readingText(values[point.key]!.value, point, locale)}</span>)}
      {known.length > shownPoints && <small>+{known.length - shownPoints}</small>}
    </span>
  );
}
