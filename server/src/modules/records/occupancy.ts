import type { InputOf } from '@formwork/contract/endpoint.ts';
import { resourceKeys } from '@formwork/contract/forms/field-types/time-slot.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import type { Job } from '../../platform/jobs.ts';
import { spaceQuery } from '../../platform/space-data.ts';
import { bookedBy, type BookingPlan } from './bookings.ts';
import { prepared } from './columns.ts';
import type { ReadRows } from './import-rows.ts';
import { planOf } from './plan.ts';
import { prepareRecord } from './prepare.ts';
import { requireSomeRight, rightsFor } from './rights.ts';
import { directoryOf } from '../organization/public.ts';

/** Says when, never by whom or for what: whoever books must know that much, also of records they may not see. */
export async function occupancyOf(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.occupancy>): Promise<{ named: boolean; taken: [string, string][] }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const booking = plan.bookings.find(({ field }) => field.id === body.field);
  if (!booking || rights.fields?.newHidden.has(body.field)) throw notFound('records.record.not_found');
  // values in their normal form, and nothing of a field the person may not fill in
  const asked = Object.fromEntries(booking.field.config.resources.filter((id) => !rights.fields?.newHidden.has(id)).map((id) => [id, body.values[id]]));
  const { values } = prepareRecord(plan, { values: asked }, undefined, { allowed: 'all', draft: true, userId: ctx.user.id, now: new Date(), directory: await directoryOf(ctx.platform, ctx.spaceId) });
  const keys = resourceKeys(booking.field.config, values);
  if (!keys) return { named: false, taken: [] };
  const { rows } = await spaceQuery<{ from: Date; to: Date }>(ctx.platform, {
    ...prepared(`select lower(during) as from, upper(during) as to from ${booking.table} where resource = any($1::text[]) and during && tstzrange($2, $3) and record_id is distinct from $4::uuid order by 1 limit 2000`),
    values: [keys, body.from, body.to < body.from ? body.from : body.to, body.except ?? null],
  });
  return { named: true, taken: rows.map(({ from, to }) => [from.toISOString(), to.toISOString()]) };
}

/** Rows of an import whose time is taken, in the table already or by a row before them. */
export async function takenSlots(job: Job, booking: BookingPlan, read: ReadRows, taken: Set<number>): Promise<void> {
  const wanted = read.records.flatMap((values, index) => {
    const booked = taken.has(index) ? undefined : bookedBy(booking, values);
    return booked ? booked.keys.map((resource) => ({ n: index, resource, during: booked.during })) : [];
  });
  const { rows } = await spaceQuery<{ n: number }>(job.platform, {
    text: `select distinct n from json_to_recordset($1) as g(n int, resource text, during tstzrange)
      where exists (select 1 from ${booking.table} b where b.resource = g.resource and b.during && g.during)`,
    values: [JSON.stringify(wanted)],
  });
  const refused = new Set(rows.map(({ n }) => n));
  const held = new Map<string, [string, string][]>();
  for (const { n, resource } of wanted) {
    const [from = '', to = ''] = (read.records[n]?.[booking.field.id] ?? []) as string[];
    const others = held.get(resource) ?? [];
    if (others.some((other) => other[0] < to && from < other[1])) refused.add(n);
    if (!refused.has(n)) held.set(resource, [...others, [from, to]]);
  }
  for (const index of refused) {
    taken.add(index);
    read.failures.push({ line: read.lines[index] ?? 0, column: booking.field.title.zh, code: 'records.value.slot_taken', value: null });
  }
}
