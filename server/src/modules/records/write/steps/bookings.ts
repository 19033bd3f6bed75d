import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { resourceKeys } from '@formwork/contract/forms/field-types/time-slot.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { invalid } from '../../../../platform/errors.ts';
import type { SpaceTx, Statement } from '../../../../platform/db/space-data.ts';
import { bookingConstraint, bookingTable } from '../../../forms/public.ts';
import { columnOf, prepared, type PlanColumn } from '../../plan/columns.ts';
import type { StoredRecord } from '../../plan/plan.ts';

/** What records of a form book by one field; see `bookingTable`. */
export interface BookingPlan {
  field: FieldOf<'timeSlot'>;
  /** The slave table whose rows book, each for itself. */
  slave: string | undefined;
  column: PlanColumn;
  /** Full SQL name. */
  table: string;
  constraint: string;
  lock: Statement;
  /** Which of the stretches somebody else has, by their places in the list. */
  clashes: Statement;
  insert: Statement;
  /** Of the whole record. */
  remove: Statement;
  /** Of some rows of a slave table. */
  removeRows: Statement;
}

/** One stretch of time and what is booked for it. */
interface Booked {
  /** Of a slave table. */
  row: string | null;
  /** Where the value stands in the record. */
  path: string;
  /** In order. */
  keys: string[];
  value: FieldValue;
  /** The value as the database reads it. */
  during: string;
}

type Content = Pick<StoredRecord, 'values' | 'slaves'>;

export function bookingPlans(schema: string, formId: string, definition: FormDefinition): BookingPlan[] {
  const within = (fields: readonly Field[], slave: string | undefined): BookingPlan[] =>
    fields.flatMap((field) => {
      if (field.type !== 'timeSlot') return [];
      const name = bookingTable(formId, field, slave);
      const table = `${schema}."${name}"`;
      const [rowColumn, rowValue] = slave === undefined ? ['', ''] : [', row_id', ', w.row_id'];
      const given = 'unnest($1::text[], $2::text[], $4::uuid[]) with ordinality w (k, d, row_id, n)';
      return [
        {
          field,
          slave,
          table,
          column: columnOf(field),
          constraint: bookingConstraint(name),
          // who books the same resource waits here, in one order: waiting inside the constraint could end in a deadlock
          lock: prepared(
            `select pg_advisory_xact_lock(hashtextextended('${table}' || k, 0)) from unnest($1::text[]) k`,
          ),
          clashes: prepared(
            `select w.n::int - 1 as at from unnest($1::text[], $2::text[]) with ordinality w (k, d, n) where exists (select 1 from ${table} b where b.resource = w.k and b.during && w.d::tstzrange) order by 1`,
          ),
          insert: prepared(
            `insert into ${table} (resource, during, record_id${rowColumn}) select w.k, w.d::tstzrange, $3::uuid${rowValue} from ${given}`,
          ),
          remove: prepared(`delete from ${table} where record_id = $1::uuid`),
          removeRows: prepared(`delete from ${table} where record_id = $1::uuid and row_id = any($2::uuid[])`),
        },
      ];
    });
  return [
    ...within(definition.fields, undefined),
    ...definition.tables.flatMap((table) => within(table.fields, table.id)),
  ];
}

/** Makes the bookings of a record those of its new values; what is taken is refused, at last by a constraint. */
export async function book(
  tx: SpaceTx,
  bookings: readonly BookingPlan[],
  recordId: string,
  before: Content | undefined,
  after: Content,
): Promise<void> {
  if (before?.values._processState === 'invalid') return;
  for (const booking of bookings) {
    const old = before ? bookedIn(booking, before) : [];
    const now = bookedIn(booking, after);
    const there = new Set(now.map(nameOf));
    const gone = old.filter((one) => !there.has(nameOf(one)));
    const kept = new Set(old.map(nameOf));
    const fresh = now.filter((one) => !kept.has(nameOf(one)));
    if (gone.length > 0)
      await tx.query(
        booking.slave === undefined
          ? { ...booking.remove, values: [recordId] }
          : { ...booking.removeRows, values: [recordId, gone.map(({ row }) => row)] },
      );
    if (fresh.length > 0) await insert(tx, booking, recordId, now, fresh);
  }
}

/** Of a record that is gone or void. */
export async function unbook(tx: SpaceTx, bookings: readonly BookingPlan[], recordId: string): Promise<void> {
  for (const { remove } of bookings) await tx.query({ ...remove, values: [recordId] });
}

/** What a record books by a field, or its rows do. */
export function bookedIn({ field, slave, column }: BookingPlan, { values, slaves }: Content): Booked[] {
  const booked = (
    value: FieldValue | undefined,
    named: Content['values'],
    row: string | null,
    path: string,
  ): Booked[] => {
    const during = column.param(value ?? null) as string | null;
    const keys = during === null ? undefined : resourceKeys(field.config, named);
    return during === null || !keys ? [] : [{ row, path, keys: keys.sort(), value: value ?? null, during }];
  };
  if (slave === undefined) return booked(values[field.id], values, null, field.id);
  return (slaves[slave] ?? []).flatMap((row, at) =>
    booked(row.values[field.id], { ...values, ...row.values }, row.id, `${slave}.${at}.${field.id}`),
  );
}

async function insert(
  tx: SpaceTx,
  booking: BookingPlan,
  recordId: string,
  all: readonly Booked[],
  fresh: readonly Booked[],
): Promise<void> {
  const entries = fresh.flatMap((one) => one.keys.map((key) => ({ ...one, key })));
  const keys = [...new Set(entries.map(({ key }) => key))].sort();
  await tx.query({ ...booking.lock, values: [keys] });
  const stretches = [entries.map(({ key }) => key), entries.map(({ during }) => during)];
  // a constraint names no row: with the resources locked, what is taken can be said beforehand
  if (booking.slave !== undefined) {
    const { rows } = await tx.query<{ at: number }>({ ...booking.clashes, values: stretches });
    const paths = new Set([...overlapping(all), ...rows.map(({ at }) => entries[at]?.path ?? '')]);
    if (paths.size > 0)
      throw invalid(
        'records.record.slot_taken',
        [...paths].map((path) => ({ path, code: 'records.value.slot_taken' })),
      );
  }
  await tx.query({ ...booking.insert, values: [...stretches, recordId, entries.map(({ row }) => row)] });
}

/** Rows of one record that want the same time of the same resource: of two the later one. */
function overlapping(all: readonly Booked[]): string[] {
  const held = new Map<string, [string, string][]>();
  return all.flatMap(({ keys, value, path }) => {
    const [from = '', to = ''] = value as string[];
    const clash = keys.some((key) => held.get(key)?.some((other) => other[0] < to && from < other[1]));
    for (const key of keys) held.set(key, [...(held.get(key) ?? []), [from, to]]);
    return clash ? [path] : [];
  });
}

function nameOf({ row, keys, during }: Booked): string {
  return [row, during, ...keys].join('\n');
}
