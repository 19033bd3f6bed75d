import type { LastValue } from '@formwork/contract/iot/api.ts';
import type { Point } from '@formwork/contract/iot/thing-model.ts';
import type { Platform } from '../../platform/platform.ts';
import { reader, type SpaceReader } from '../../platform/db/space-data.ts';
import type { AskedPoint, FoundPoint } from '../records/public.ts';
import { keyOf } from './tables.ts';

interface Known {
  id: string;
  name: string;
  code_key: string;
  product_id: string;
  retired: boolean;
  points: Point[];
}

/** What points say just now that records name; in the order they are asked in. Inside a transaction it is read with it. */
export async function readPoints(
  where: { platform: Platform; spaceId: string },
  asked: readonly AskedPoint[],
  from: SpaceReader = reader(where),
): Promise<FoundPoint[]> {
  const ids = [...new Set(asked.map(({ device }) => device).filter((id) => id !== ''))];
  const names = [...new Set(asked.filter(({ device }) => device === '').map(({ name }) => name))];
  const { rows: devices } = await from.query<Known>({
    text: `select d.id, d.name, d.code_key, d.product_id, d.retired_at is not null as retired, p.points from ${from.schema}.iot_device d join ${from.schema}.iot_product p on p.id = d.product_id
      where d.id = any($1::uuid[]) or d.code_key = any($2::text[]) or d.name = any($3::text[])`,
    values: [ids, names.map(keyOf), names],
  });
  const find = finder(devices);
  const chosen = asked.map((one) => {
    const device = find(one);
    return { device, point: device && pointOf(device.points, one.point), product: one.product };
  });
  const there = chosen.flatMap(({ device, point }) =>
    device && point ? [{ device: device.id, point: point.key }] : [],
  );
  const { rows: values } = await from.query<{ device_id: string; point: string; value: LastValue['value']; at: Date }>({
    text: `select v.device_id, v.point, v.value, v.at from ${from.schema}.iot_value v join (select distinct device, point from unnest($1::uuid[], $2::text[]) w (device, point)) w on v.device_id = w.device and v.point = w.point`,
    values: [there.map(({ device }) => device), there.map(({ point }) => point)],
  });
  const last = new Map(values.map((row) => [`${row.device_id} ${row.point}`, row]));
  return chosen.map(({ device, point, product }): FoundPoint => {
    if (!device) return { code: 'records.value.no_device' };
    if (device.retired) return { code: 'records.value.device_retired' };
    if (product !== undefined && device.product_id !== product) return { code: 'records.value.device_product' };
    if (!point) return { code: 'records.value.no_point' };
    const value = last.get(`${device.id} ${point.key}`);
    return {
      reading: {
        device: device.id,
        deviceName: device.name,
        pointKey: point.key,
        pointTitle: point.title,
        unitSign: point.unit,
        decimals: point.decimals,
        value: value?.value ?? null,
        reportedAt: value?.at.toISOString() ?? null,
      },
    };
  });
}

/** By id, by code, and by a name that is one device's alone; those in use stand before retired ones of the same name. */
function finder(devices: readonly Known[]): (asked: AskedPoint) => Known | undefined {
  const byId = new Map(devices.map((one) => [one.id, one]));
  const byCode = new Map(devices.map((one) => [one.code_key, one]));
  const byName = Map.groupBy(devices, ({ name }) => name);
  return ({ device, name }) => {
    if (device !== '') return byId.get(device);
    const called = byName.get(name) ?? [];
    const used = called.filter(({ retired }) => !retired);
    return byCode.get(keyOf(name)) ?? (used.length === 1 ? used[0] : called.length === 1 ? called[0] : undefined);
  };
}

function pointOf(points: readonly Point[], wanted: string): Point | undefined {
  const key = wanted.toLowerCase();
  return (
    points.find((point) => point.key === wanted) ??
    points.find((point) => point.key.toLowerCase() === key) ??
    points.find(({ title }) => title.zh === wanted || title.en?.toLowerCase() === key)
  );
}
