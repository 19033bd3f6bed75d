import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Device, DeviceInput, iotApi } from '@formwork/contract/iot/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace, reader, type SpaceReader, type SpaceTx } from '../../platform/db/space-data.ts';
import { spellingOf } from '../organization/public.ts';
import { deviceOf, onlineSql, readDevices, type DeviceRow } from './device-rows.ts';
import { newKey } from './device-keys.ts';
import { keyOf } from './tables.ts';

type Input<K extends keyof typeof iotApi> = InputOf<(typeof iotApi)[K]>;

const pageSize = 50;

/** By name; retired ones only when they are asked for. */
export async function listDevices(
  ctx: Ctx,
  { query }: Input<'listDevices'>,
): Promise<{ rows: Device[]; total: number }> {
  const { search = '', product, state, offset = 0, limit = pageSize } = query;
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const where = ['true'];
  // people who look for a device do not look among those that are gone, unless they say so
  where.push(state === 'retired' ? 'd.retired_at is not null' : 'd.retired_at is null');
  if (state === 'online') where.push(onlineSql);
  if (state === 'offline') where.push(`d.last_at is not null and not ${onlineSql}`);
  if (state === 'never') where.push('d.last_at is null');
  if (product !== undefined) where.push(`d.product_id = ${put(product)}::uuid`);
  const wanted = keyOf(search).replace(/\s+/g, '');
  if (wanted !== '') where.push(`d.spelling like ${put(`%${wanted.replace(/[\\%_]/g, '\\$&')}%`)}`);
  const from = reader(ctx);
  const fitting = where.join(' and ');
  const [
    found,
    {
      rows: [counted],
    },
  ] = await Promise.all([
    readDevices(from, `${fitting} order by d.name collate "zh-x-icu", d.id limit ${limit} offset ${offset}`, values),
    from.query<{ total: number }>({
      text: `select count(*)::int as total from ${from.schema}.iot_device d join ${from.schema}.iot_product p on p.id = d.product_id where ${fitting}`,
      values,
    }),
  ]);
  return { rows: found.map((row) => deviceOf(ctx, row)), total: counted?.total ?? 0 };
}

export async function findDevices(ctx: Ctx, { query }: Input<'findDevices'>): Promise<Device[]> {
  const rows = await readDevices(reader(ctx), 'd.id = any($1::uuid[])', [query.ids]);
  return rows.map((row) => deviceOf(ctx, row));
}

export async function getDevice(ctx: Ctx, { params }: Input<'getDevice'>): Promise<Device> {
  return deviceOf(ctx, await deviceWith(reader(ctx), params.deviceId));
}

export async function createDevice(
  ctx: Ctx,
  { body }: Input<'createDevice'>,
): Promise<{ device: Device; key: string }> {
  return inSpace(ctx, async (tx) => {
    await requireProduct(tx, body.productId);
    const id = newId();
    const { key, hash, end } = newKey(ctx.spaceId);
    await tx.query({
      text: `insert into ${tx.schema}.iot_device (id, product_id, name, code, code_key, spelling, note, key_hash, key_end, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [id, ...columnsOf(body), hash, end, ctx.user.id],
    });
    await tx.event('iot.device.created', id, { id, name: body.name, deviceCode: body.code });
    return { device: deviceOf(ctx, await deviceWith(tx, id)), key };
  });
}

export async function updateDevice(ctx: Ctx, { params, body }: Input<'updateDevice'>): Promise<Device> {
  return changing(ctx, params.deviceId, async (tx, before) => {
    if (before.product_id !== body.productId) {
      await requireProduct(tx, body.productId);
      // what it reported were points of another thing
      await tx.query({ text: `delete from ${tx.schema}.iot_value where device_id = $1`, values: [before.id] });
    }
    await tx.query({
      text: `update ${tx.schema}.iot_device set product_id = $2, name = $3, code = $4, code_key = $5, spelling = $6, note = $7 where id = $1`,
      values: [before.id, ...columnsOf(body)],
    });
    await tx.event('iot.device.changed', before.id, {
      id: before.id,
      name: body.name,
      deviceCode: body.code,
      ...(before.name !== body.name && { before: before.name }),
    });
  });
}

export async function drawKey(ctx: Ctx, { params }: Input<'drawKey'>): Promise<{ device: Device; key: string }> {
  const { key, hash, end } = newKey(ctx.spaceId);
  const device = await changing(ctx, params.deviceId, async (tx, { id, name, code, retired_at }) => {
    if (retired_at) throw conflict('iot.device.retired');
    await tx.query({
      text: `update ${tx.schema}.iot_device set key_hash = $2, key_end = $3 where id = $1`,
      values: [id, hash, end],
    });
    await tx.event('iot.device.key_drawn', id, { id, name, deviceCode: code });
  });
  return { device, key };
}

export function retireDevice(ctx: Ctx, { params }: Input<'retireDevice'>): Promise<Device> {
  return changing(ctx, params.deviceId, async (tx, { id, name, code, retired_at }) => {
    if (retired_at) return;
    await tx.query({ text: `update ${tx.schema}.iot_device set retired_at = now() where id = $1`, values: [id] });
    await tx.event('iot.device.retired', id, { id, name, deviceCode: code });
  });
}

export function reviveDevice(ctx: Ctx, { params }: Input<'reviveDevice'>): Promise<Device> {
  return changing(ctx, params.deviceId, async (tx, { id, name, code, retired_at }) => {
    if (!retired_at) return;
    await tx.query({ text: `update ${tx.schema}.iot_device set retired_at = null where id = $1`, values: [id] });
    await tx.event('iot.device.revived', id, { id, name, deviceCode: code });
  });
}

/** One change of a device that is there, and the device as it is after it. Open pages hear of it. */
async function changing(
  ctx: Ctx,
  id: string,
  change: (tx: SpaceTx, before: DeviceRow) => Promise<void>,
): Promise<Device> {
  const device = await inSpace(ctx, async (tx) => {
    await tx.query({ text: `select 1 from ${tx.schema}.iot_device where id = $1 for update`, values: [id] });
    await change(tx, await deviceWith(tx, id));
    return deviceOf(ctx, await deviceWith(tx, id));
  });
  ctx.platform.realtime.publish(ctx.spaceId, {
    to: { topic: `device:${id}` },
    message: { type: 'iot.device.changed' },
  });
  return device;
}

async function deviceWith(from: SpaceReader, id: string): Promise<DeviceRow> {
  const [row] = await readDevices(from, 'd.id = $1', [id]);
  if (!row) throw notFound('iot.device.not_found');
  return row;
}

/** It stays there until the device is written. */
async function requireProduct(tx: SpaceTx, id: string): Promise<void> {
  const { rows } = await tx.query({
    text: `select 1 from ${tx.schema}.iot_product where id = $1 for share`,
    values: [id],
  });
  if (rows.length === 0) throw invalid('iot.device.no_product', [{ path: 'productId', code: 'iot.device.no_product' }]);
}

function columnsOf({ productId, name, code, note }: DeviceInput): unknown[] {
  const { name: written, full, initials } = spellingOf(name);
  return [productId, name, code, keyOf(code), [written, full, initials, keyOf(code)].join('\n'), note];
}
