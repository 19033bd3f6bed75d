import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { shareApi } from '@formwork/contract/records/share.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, invalid } from '../../../platform/errors.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import { directoryOf } from '../../organization/public.ts';
import { filesOf, moveFilesOfRows } from '../files/attachments.ts';
import { prepared } from '../plan/columns.ts';
import { prepareLinked } from '../relations/prepare-linked.ts';
import type { Mask } from '../rights/mask.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { rightsFor } from '../rights/rights.ts';
import { writeChanges } from './save.ts';
import { takenValue } from './taken.ts';
import { changeableRecord } from './update.ts';

/** Rows of a slave table become rows of another record of the form: both are saved at once, with all that a save asks for, or neither is. */
export async function transferRows(
  ctx: Ctx,
  { params: { formId, recordId }, body }: InputOf<typeof shareApi.transferRows>,
): Promise<{ version: number; toVersion: number }> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  try {
    const { files, ...done } = await inSpace(ctx, async (tx) => {
      // in one order, so that two who move rows between the same records do not wait for each other
      await tx.query({
        ...prepared(`select 1 from ${plan.table} where id = any($1::uuid[]) order by id for update`),
        values: [[recordId, body.to]],
      });
      const from = await changeableRecord(tx, ctx, plan, rights, recordId, 'edit');
      if (!from.can.transfer || hidesCells(from.mask, body.table)) throw forbidden('records.record.no_transfer');
      if (body.to === recordId) throw conflict('records.transfer.same_record');
      if (from.record.version !== body.expectedVersion) throw conflict('records.transfer.rows_gone');
      const wanted = new Set(body.rows);
      const rows = from.record.slaves[body.table] ?? [];
      const moved = rows.filter(({ id }) => wanted.has(id));
      if (moved.length < wanted.size) throw conflict('records.transfer.rows_gone');
      const version = await withRows(
        tx,
        ctx,
        plan,
        from,
        body.table,
        rows.filter(({ id }) => !wanted.has(id)),
      );
      const to = await changeableRecord(tx, ctx, plan, rights, body.to, 'edit');
      const toVersion = await withRows(
        tx,
        ctx,
        plan,
        to,
        body.table,
        [...(to.record.slaves[body.table] ?? []), ...moved],
        bookedIn(plan, body.table, moved),
      );
      const named = filesOf(plan, { values: {}, slaves: { [body.table]: moved } });
      await tx.event('records.rows_transferred', recordId, {
        formId,
        recordId,
        to: body.to,
        table: body.table,
        count: moved.length,
        title: plan.titleOf(from.record.values),
        files: named,
      });
      return { version, toVersion, files: named };
    });
    await moveFilesOfRows(ctx, { formId, recordId, to: body.to, files });
    return done;
  } catch (error) {
    throw takenValue(plan, error);
  }
}

/** Who does not see a cell would see it in a record that shows it to them. */
function hidesCells(mask: Mask | undefined, table: string): boolean {
  return [...(mask ?? [])].some((key) => key === table || key.startsWith(`${table}.`));
}

function bookedIn(plan: FormPlan, table: string, rows: readonly SlaveRow[]): FieldValue[] {
  return plan.bookings
    .filter(({ slave }) => slave === table)
    .flatMap(({ field }) => rows.map(({ values }) => values[field.id] ?? null));
}

type Changeable = { record: StoredRecord; mask: Mask | undefined; closed: Mask | undefined };

async function withRows(
  tx: SpaceTx,
  ctx: Ctx,
  plan: FormPlan,
  { record, mask, closed }: Changeable,
  table: string,
  rows: readonly SlaveRow[],
  booked: readonly FieldValue[] = [],
): Promise<number> {
  const own = new Set((record.slaves[table] ?? []).map(({ id }) => id));
  const given = {
    values: {},
    slaves: { [table]: rows.map(({ id, values }) => (own.has(id) ? { id, values: {} } : { values })) },
  };
  const { errors, ...after } = await prepareLinked(tx, ctx, plan, given, record, {
    allowed: 'person',
    files: new Set(filesOf(plan, { values: {}, slaves: { [table]: [...rows] } })),
    hidden: mask,
    closed,
    booked,
    userId: ctx.user.id,
    now: new Date(),
    timeZone: plan.timeZone,
    directory: await directoryOf(ctx.platform, ctx.spaceId),
  });
  if (errors.length > 0) throw invalid('records.record.invalid', errors);
  return (await writeChanges(tx, ctx, plan, record, after, 'updated')).record.version;
}
