import type { InputOf } from '@formwork/contract/endpoint.ts';
import { resourceKeys } from '@formwork/contract/forms/field-types/time-slot.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../../platform/context.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Job } from '../../../../platform/runs/run-kinds.ts';
import { spaceQuery } from '../../../../platform/db/space-data.ts';
import { bookedIn, type BookingPlan } from './bookings.ts';
import { prepared } from '../../plan/columns.ts';
import { planOf, type StoredRecord } from '../../plan/plan.ts';
import { prepareRecord } from '../prepare.ts';
import { requireSomeRight, rightsFor } from '../../rights/rights.ts';
import { directoryOf } from '../../../organization/public.ts';

/** Says when, never by whom or for what: whoever books must know that much, also of records they may not see. */
export async function occupancyOf(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.occupancy>,
): Promise<{ named: boolean; taken: [string, string][] }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const booking = plan.bookings.find(({ field }) => field.id === body.field);
  const { slave } = booking ?? {};
  const hides = (key: string): boolean => rights.fields?.newHidden.has(key) === true;
  if (!booking || hides(slave === undefined ? body.field : slave) || hides(`${slave}.${body.field}`))
    throw notFound('records.record.not_found');
  // values in their normal form, and nothing of a field the person may not fill in
  const ofRow = new Set(plan.slaves.find(({ id }) => id === slave)?.columns.map(({ id }) => id));
  const { resources } = booking.field.config;
  const asked = Object.fromEntries(
    resources.filter((id) => !ofRow.has(id) && !hides(id)).map((id) => [id, body.values[id]]),
  );
  const row = Object.fromEntries(
    resources.filter((id) => ofRow.has(id) && !hides(`${slave}.${id}`)).map((id) => [id, body.values[id] ?? null]),
  );
  const { values, slaves } = prepareRecord(
    plan,
    { values: asked, ...(slave !== undefined && { slaves: { [slave]: [{ values: row }] } }) },
    undefined,
    {
      allowed: 'all',
      files: 'all',
      draft: true,
      userId: ctx.user.id,
      now: new Date(),
      timeZone: plan.timeZone,
      directory: await directoryOf(ctx.platform, ctx.spaceId),
    },
  );
  const keys = resourceKeys(booking.field.config, { ...values, ...slaves[slave ?? '']?.[0]?.values });
  if (!keys) return { named: false, taken: [] };
  const { rows } = await spaceQuery<{ from: Date; to: Date }>(ctx.platform, {
    ...prepared(
      `select lower(during) as from, upper(during) as to from ${booking.table} where resource = any($1::text[]) and during && tstzrange($2, $3) and record_id is distinct from $4::uuid order by 1 limit 2000`,
    ),
    values: [keys, body.from, body.to < body.from ? body.from : body.to, body.except ?? null],
  });
  return { named: true, taken: rows.map(({ from, to }) => [from.toISOString(), to.toISOString()]) };
}

/** Rows of an import whose time is taken, in the table already or by a row before them. */
export async function takenSlots(
  job: Job,
  booking: BookingPlan,
  records: readonly Pick<StoredRecord, 'values' | 'slaves'>[],
  refused: ReadonlySet<number>,
  refuse: (index: number, path: string) => void,
): Promise<void> {
  const wanted = records.flatMap((record, index) =>
    refused.has(index)
      ? []
      : bookedIn(booking, record).flatMap(({ keys, ...booked }) =>
          keys.map((resource) => ({ ...booked, index, resource })),
        ),
  );
  const { rows } = await spaceQuery<{ n: number }>(job.platform, {
    text: `select distinct n from json_to_recordset($1) as g(n int, resource text, during tstzrange)
      where exists (select 1 from ${booking.table} b where b.resource = g.resource and b.during && g.during)`,
    values: [JSON.stringify(wanted.map(({ resource, during }, n) => ({ n, resource, during })))],
  });
  const taken = new Map(rows.flatMap(({ n }) => (wanted[n] ? [[wanted[n].index, wanted[n].path] as const] : [])));
  const held = new Map<string, [string, string][]>();
  for (const { index, resource, value, path } of wanted) {
    const [from = '', to = ''] = value as string[];
    const others = held.get(resource) ?? [];
    if (others.some((other) => other[0] < to && from < other[1])) taken.set(index, path);
    if (!taken.has(index)) held.set(resource, [...others, [from, to]]);
  }
  for (const [index, path] of taken) refuse(index, path);
}
