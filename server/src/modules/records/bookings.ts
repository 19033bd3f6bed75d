import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { resourceKeys } from '@formwork/contract/forms/field-types/time-slot.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { SpaceTx, Statement } from '../../platform/space-data.ts';
import { bookingConstraint, bookingTable } from '../forms/public.ts';
import { columnOf, prepared, type PlanColumn } from './columns.ts';

/** What records of a form book by one field; see `bookingTable`. */
export interface BookingPlan {
  field: FieldOf<'timeSlot'>;
  column: PlanColumn;
  /** Full SQL name. */
  table: string;
  constraint: string;
  lock: Statement;
  insert: Statement;
  remove: Statement;
}

export function bookingPlans(schema: string, formId: string, definition: FormDefinition): BookingPlan[] {
  return definition.fields.flatMap((field) => {
    if (field.type !== 'timeSlot') return [];
    const name = bookingTable(formId, field);
    const table = `${schema}."${name}"`;
    return {
      field, table, column: columnOf(field), constraint: bookingConstraint(name),
      // who books the same resource waits here, in one order: waiting inside the constraint could end in a deadlock
      lock: prepared(`select pg_advisory_xact_lock(hashtextextended('${table}' || k, 0)) from unnest($1::text[]) k`),
      insert: prepared(`insert into ${table} (resource, during, record_id) select k, $2::tstzrange, $3::uuid from unnest($1::text[]) k`),
      remove: prepared(`delete from ${table} where record_id = $1::uuid`),
    };
  });
}

/** Makes the bookings of a record those of its new values; a constraint refuses what is taken. */
export async function book(tx: SpaceTx, bookings: readonly BookingPlan[], recordId: string, before: Values | undefined, after: Values): Promise<void> {
  if (before?._processState === 'invalid') return;
  for (const booking of bookings) {
    const old = before && bookedBy(booking, before);
    const now = bookedBy(booking, after);
    if (old?.during === now?.during && old?.keys.join('\n') === now?.keys.join('\n')) continue;
    if (old) await tx.query({ ...booking.remove, values: [recordId] });
    if (!now) continue;
    await tx.query({ ...booking.lock, values: [now.keys] });
    await tx.query({ ...booking.insert, values: [now.keys, now.during, recordId] });
  }
}

/** Of a record that is gone or void. */
export async function unbook(tx: SpaceTx, bookings: readonly BookingPlan[], recordId: string): Promise<void> {
  for (const { remove } of bookings) await tx.query({ ...remove, values: [recordId] });
}

/** Keys in order, and the stretch as the database reads it. */
export function bookedBy({ field, column }: BookingPlan, values: Values): { keys: string[]; during: string } | undefined {
  const during = column.param(values[field.id] ?? null) as string | null;
  const keys = during === null ? undefined : resourceKeys(field.config, values);
  return during === null || !keys ? undefined : { keys: keys.sort(), during };
}
