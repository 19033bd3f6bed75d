import { createHash } from 'node:crypto';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { keySeparator } from '@formwork/contract/forms/field-types/time-slot.ts';
import { columnName, columnType, tableName } from './column-types.ts';

/**
 * A field with time slots keeps what is taken in a table of its own, where an exclusion constraint refuses overlaps: one
 * row for each resource that a record, or a row of a slave table, books. Its name follows from the fields that name the resource, so that other resources
 * mean another table, filled beside the one in use. See docs/decisions/time-slots.md.
 */
export function bookingTable(formId: string, { id, config }: FieldOf<'timeSlot'>, slave?: string): string {
  const hash = createHash('sha1')
    .update([...(slave === undefined ? [] : [`${slave}.`]), id, ...config.resources].join())
    .digest('hex')
    .slice(0, 12);
  return `${tableName(formId)}_w_${hash}`;
}

export function bookingConstraint(table: string): string {
  return `${table}_free`;
}

/** The table anew: what an earlier release left in it may be out of date. */
export function bookingTableStatements(schema: string, table: string, slave?: string): string[] {
  const full = `${schema}."${table}"`;
  const [row, key] = slave === undefined ? ['', ''] : [' row_id uuid not null,', ', row_id'];
  return [
    `drop table if exists ${full}`,
    `create table ${full} (resource text not null, during tstzrange not null, record_id uuid not null,${row} primary key (record_id${key}, resource),
      constraint "${bookingConstraint(table)}" exclude using gist (resource with =, during with &&))`,
    `grant select, insert, update, delete on ${full} to formwork_app`,
  ];
}

/** Bookings of records that are there already; the keys are those of `resourceKeys`. */
export function bookingFill(
  schema: string,
  formId: string,
  table: string,
  field: FieldOf<'timeSlot'>,
  definition: FormDefinition,
  slave?: string,
): string {
  const own: readonly Field[] = definition.tables.find(({ id }) => id === slave)?.fields ?? [];
  const columnIn = (one: Field): string => `${own.includes(one) ? 's' : 'm'}."${columnName(one)}"`;
  const slot = columnIn(field);
  const resources = field.config.resources.flatMap(
    (id) => [...own, ...definition.fields].find((other) => other.id === id) ?? [],
  );
  const parts = resources.map((resource, index) => {
    const column = columnIn(resource);
    const { sql } = columnType(resource);
    if (sql.endsWith('[]')) return { from: `, unnest(${column}) as x${index}`, name: `x${index}::text` };
    return { from: '', name: sql === 'numeric' ? `trim_scale(${column})::text` : `${column}::text` };
  });
  const key = parts.length === 0 ? `''` : parts.map(({ name }) => name).join(` || '${keySeparator}' || `);
  const rows =
    slave === undefined
      ? { column: '', value: '', join: '', same: '' }
      : {
          column: ', row_id',
          value: ', s.id',
          join: ` join ${schema}."${tableName(formId, slave)}" s on s.record_id = m.id`,
          same: ' and b.row_id = s.id',
        };
  return `insert into ${schema}."${table}" (resource, during, record_id${rows.column})
    select distinct ${key}, ${slot}, m.id${rows.value} from ${schema}."${tableName(formId)}" m${rows.join}${parts.map(({ from }) => from).join('')}
    where ${slot} is not null and ${key} is not null and m.process_state is distinct from 'invalid' and not exists (select 1 from ${schema}."${table}" b where b.record_id = m.id${rows.same})`;
}
