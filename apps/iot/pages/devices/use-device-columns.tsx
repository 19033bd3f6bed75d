import type { Device, Product } from '@formwork/contract/iot/api.ts';
import { readingText } from '@formwork/contract/iot/thing-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useDevice } from '@formwork/records-ui/fields/devices/devices.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, text, wide } from '@formwork/web/list/columns-of.tsx';
import { useMemo } from 'react';
import { DeviceStateTag } from './DeviceStateTag.tsx';

/** Of a row there is room for so many. */
const shownPoints = 4;

/** Columns of devices; what a product calls its points comes with the products. */
export function useDeviceColumns(products: readonly Product[]) {
  return useMemo(() => {
    const byId = new Map(products.map((product) => [product.id, product]));
    return columnsOf<Device>()('iot.device', {
      name: wide(text, 200),
      code: wide(text, 140),
      state: { width: 130, cell: (device) => <LiveState device={device} /> },
      product: { width: 150, cell: ({ productId }) => byId.get(productId)?.name },
      lastAt: { width: 150, cell: (device) => <LiveAt device={device} /> },
      values: { width: 360, cell: (device) => <LiveValues device={device} product={byId.get(device.productId)} /> },
    });
  }, [products]);
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
      {known.slice(0, shownPoints).map((point) => (
        <span key={point.key}>
          <small>{textIn(point.title, locale)}</small> {readingText(values[point.key]!.value, point, locale)}
        </span>
      ))}
      {known.length > shownPoints && <small>+{known.length - shownPoints}</small>}
    </span>
  );
}
