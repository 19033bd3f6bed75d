import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { iotApi, Product, ProductInput } from '@formwork/contract/iot/api.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inSpace, reader, type SpaceReader } from '../../platform/db/space-data.ts';
import { keyOf, type ProductRow } from './tables.ts';

type Input<K extends keyof typeof iotApi> = InputOf<(typeof iotApi)[K]>;

export async function listProducts(ctx: Ctx): Promise<Product[]> {
  return readProducts(ctx, reader(ctx), null);
}

export async function createProduct(ctx: Ctx, { body }: Input<'createProduct'>): Promise<Product> {
  return inSpace(ctx, async (tx) => {
    const id = newId();
    await tx.query({
      text: `insert into ${tx.schema}.iot_product (id, name, name_key, note, silence, points) values ($1, $2, $3, $4, $5, $6::jsonb)`,
      values: [id, ...columnsOf(body)],
    });
    await tx.event('iot.product.created', id, { id, name: body.name });
    return { ...body, id, devices: 0, can: canOf(ctx) };
  });
}

export async function updateProduct(ctx: Ctx, { params, body }: Input<'updateProduct'>): Promise<Product> {
  return inSpace(ctx, async (tx) => {
    const {
      rows: [before],
    } = await tx.query<ProductRow>({
      text: `select id, name, note, silence, points from ${tx.schema}.iot_product where id = $1 for update`,
      values: [params.productId],
    });
    if (!before) throw notFound('iot.product.not_found');
    await tx.query({
      text: `update ${tx.schema}.iot_product set name = $2, name_key = $3, note = $4, silence = $5, points = $6::jsonb where id = $1`,
      values: [before.id, ...columnsOf(body)],
    });
    const types = new Map(body.points.map(({ key, type }) => [key, type]));
    const gone = before.points.filter(({ key, type }) => types.get(key) !== type).map(({ key }) => key);
    if (gone.length > 0)
      await tx.query({
        text: `delete from ${tx.schema}.iot_value v using ${tx.schema}.iot_device d where d.id = v.device_id and d.product_id = $1 and v.point = any($2::text[])`,
        values: [before.id, gone],
      });
    await tx.event('iot.product.changed', before.id, {
      id: before.id,
      name: body.name,
      ...(before.name !== body.name && { before: before.name }),
      ...(gone.length > 0 && { points: gone }),
    });
    return (await readProducts(ctx, tx, before.id))[0]!;
  });
}

export async function deleteProduct(ctx: Ctx, { params }: Input<'deleteProduct'>): Promise<null> {
  return inSpace(ctx, async (tx) => {
    const {
      rows: [gone],
    } = await tx.query<{ name: string }>({
      text: `delete from ${tx.schema}.iot_product where id = $1 returning name`,
      values: [params.productId],
    });
    if (!gone) throw notFound('iot.product.not_found');
    await tx.event('iot.product.deleted', params.productId, { id: params.productId, name: gone.name });
    return null;
  });
}

async function readProducts(ctx: Ctx, from: SpaceReader, id: string | null): Promise<Product[]> {
  const { rows } = await from.query<ProductRow & { devices: number }>({
    text: `select id, name, note, silence, points, (select count(*)::int from ${from.schema}.iot_device d where d.product_id = p.id) as devices
      from ${from.schema}.iot_product p where $1::uuid is null or id = $1 order by name collate "zh-x-icu", id`,
    values: [id],
  });
  return rows.map((row) => ({ ...row, can: canOf(ctx) }));
}

function columnsOf({ name, note, silence, points }: ProductInput): unknown[] {
  return [name, keyOf(name), note, silence, JSON.stringify(points)];
}

function canOf({ user }: Ctx): Product['can'] {
  return { edit: holds(user, 'iot.device.edit') };
}
