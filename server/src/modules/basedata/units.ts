import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Quantity, unitsApi } from '@formwork/contract/basedata/units.ts';
import type { TxCtx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';

type Input<Name extends keyof typeof unitsApi> = InputOf<(typeof unitsApi)[Name]>;

export function listQuantities({ tx }: TxCtx): Promise<Quantity[]> {
  return tx
    .selectFrom('basedata.quantity')
    .select(['id', 'title', 'units'])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function createQuantities(ctx: TxCtx, { body }: Input<'createQuantities'>): Promise<Quantity[]> {
  const start = Date.now();
  const rows = body.quantities.map(({ title, units }, at) => ({
    space_id: ctx.spaceId,
    id: newId(),
    title: JSON.stringify(title),
    units: JSON.stringify(units),
    position: start + at,
  }));
  await ctx.tx.insertInto('basedata.quantity').values(rows).execute();
  await record(ctx, 'basedata.quantity.created', { names: body.quantities.map(({ title }) => title.zh) });
  return listQuantities(ctx);
}

export async function setQuantity(ctx: TxCtx, { params, body }: Input<'setQuantity'>): Promise<Quantity[]> {
  const done = await ctx.tx
    .updateTable('basedata.quantity')
    .set({ title: JSON.stringify(body.title), units: JSON.stringify(body.units) })
    .where('id', '=', params.quantityId)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw notFound('basedata.quantity.not_found');
  await record(ctx, 'basedata.quantity.changed', { id: params.quantityId, name: body.title.zh, after: body.units });
  return listQuantities(ctx);
}

export async function deleteQuantity(ctx: TxCtx, { params }: Input<'deleteQuantity'>): Promise<null> {
  const gone = await ctx.tx
    .deleteFrom('basedata.quantity')
    .where('id', '=', params.quantityId)
    .returning('title')
    .executeTakeFirst();
  if (!gone) throw notFound('basedata.quantity.not_found');
  await record(ctx, 'basedata.quantity.deleted', { id: params.quantityId, name: gone.title.zh });
  return null;
}
