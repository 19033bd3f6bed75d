import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Addresses, customersApi } from '@formwork/contract/operations/customers.ts';
import type { Ctx } from '../../platform/context.ts';
import { enterSpace, inControl } from '../../platform/db/db.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { isRange } from '../../platform/http/addresses.ts';
import { lockEnterprise } from '../identity/public.ts';
import { recordInAll } from './trails.ts';

/** What single enterprises may reach in private networks: theirs may lie beside the installation, others' stay shut to them. */
export async function customerAddresses(
  ctx: Ctx,
  { params }: InputOf<typeof customersApi.addresses>,
): Promise<Addresses> {
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    if (!(await lockEnterprise(tx, params.customerId, undefined))) throw notFound('operations.customer.not_found');
  });
  return { ranges: [...ctx.platform.outgoingRanges.of(params.customerId)] };
}

export async function putCustomerAddresses(
  ctx: Ctx,
  { params: { customerId: id }, body: { ranges } }: InputOf<typeof customersApi.putAddresses>,
): Promise<Addresses> {
  const wrong = ranges.flatMap((range, at) =>
    isRange(range)
      ? []
      : [{ path: `body.ranges.${at}`, code: 'operations.customer.bad_range' as const, data: { range } }],
  );
  if (wrong.length > 0) throw invalid('operations.customer.bad_range', wrong, wrong[0]!.data);
  const { outgoingRanges, control } = ctx.platform;
  await inControl(control, ctx.spaceId, async (tx) => {
    const customer = await lockEnterprise(tx, id, undefined);
    if (!customer) throw notFound('operations.customer.not_found');
    await enterSpace(tx, id);
    await outgoingRanges.put(tx, id, ranges, ctx.user.id);
    await recordInAll({ ...ctx, tx }, [id], 'operations.customer.addresses_changed', {
      id,
      name: customer.name,
      before: { addresses: outgoingRanges.of(id) },
      after: { addresses: ranges },
    });
  });
  outgoingRanges.tell(id, ranges);
  return { ranges };
}
