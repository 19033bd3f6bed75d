import type { Device, LastValue } from '@formwork/contract/iot/api.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SpaceReader } from '../../platform/db/space-data.ts';

export interface DeviceRow {
  id: string;
  product_id: string;
  name: string;
  code: string;
  note: string;
  key_end: string;
  last_at: Date | null;
  retired_at: Date | null;
  online: boolean;
  values: Record<string, LastValue> | null;
}

/** SQL of what a device is just now; `d` and `p` are the device and its product. */
export const onlineSql = `coalesce(d.last_at > now() - make_interval(secs => p.silence), false)`;

/** Devices with their last values; `more` goes on after `where`. */
export async function readDevices(from: SpaceReader, more: string, values: unknown[]): Promise<DeviceRow[]> {
  const { rows } = await from.query<DeviceRow>({
    text: `select d.id, d.product_id, d.name, d.code, d.note, d.key_end, d.last_at, d.retired_at, ${onlineSql} as online,
        (select jsonb_object_agg(v.point, jsonb_build_object('value', v.value, 'at', to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) from ${from.schema}.iot_value v where v.device_id = d.id) as values
      from ${from.schema}.iot_device d join ${from.schema}.iot_product p on p.id = d.product_id where ${more}`,
    values,
  });
  return rows;
}

export function deviceOf({ user }: Pick<Ctx, 'user'>, row: DeviceRow): Device {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    note: row.note,
    productId: row.product_id,
    retired: row.retired_at !== null,
    state: stateOf(row),
    lastAt: row.last_at?.toISOString() ?? null,
    keyEnd: row.key_end,
    values: row.values ?? {},
    can: { edit: holds(user, 'iot.device.edit') },
  };
}

function stateOf({ retired_at, last_at, online }: DeviceRow): Device['state'] {
  if (retired_at) return 'retired';
  return last_at === null ? 'never' : online ? 'online' : 'offline';
}
