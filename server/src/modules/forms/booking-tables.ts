import { createHash } from 'node:crypto';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { keySeparator } from '@formwork/contract/forms/field-types/time-slot.ts';
import { columnName, columnType, tableName } from './column-types.ts';

/**
 * A field with time slots keeps what is taken in a table of its own, where an exclusion constraint refuses overlaps: one
 * row for each resource a record books. Its name follows from the fields that name the resource, so that other resources
 * mean another table, filled beside the one in use. See docs/decisions/time-slots.md.
 */
export function bookingTable(formId: string, { id, config }: FieldOf<'timeSlot'>): string {
  const hash = createHash('sha1').update([id, ...config.resources].join()).digest('hex').slice(0, 12);
  return `${tableName(formId)}_w_${hash}`;
}

export function bookingConstraint(table: string): string {
  return `${table}_free`;
}

/** The table anew: what an earlier release left in it may be out of date. */
export function bookingTableStatements(schema: string, table: string): string[] {
  const full = `${schema}."${table}"`;
  return [
    `drop table if exists ${full}`,
    `create table ${full} (resource text not null, during tstzrange not null, record_id uuid not null, primary key (record_id, resource),
      constraint "${bookingConstraint(table)}" exclude using gist (resource with =, during with &&))`,
    `grant select, insert, update, delete on ${full} to formwork_app`,
  ];
}

/** Bookings of records that are there already; the keys are those of `resourceKeys`. */
export function bookingFill(schema: string, formId: string, table: string, field: FieldOf<'timeSlot'>, definition: FormDefinition): string {
  const slot = `m."${columnName(field)}"`;
  const resources = field.config.resources.flatMap((id) => definition.fields.find((other) => other.id === id) ?? []);
  const parts = resources.map((resource, index) => {
    const column = `m."${columnName(resource)}"`;
    const { sql } = columnType(resource);
    if (sql.endsWith('[]')) return { from: `, unnest(${column}) as x${index}`, name: `x${index}::text` };
    return { from: '', name: sql === 'numeric' ? `trim_scale(${column})::text` : `${column}::text` };
  });
  const key = parts.length === 0 ? `''` : parts.map(({ name }) => name).join(` || '${keySeparator}' || `);
  return `insert into ${schema}."${table}" (resource, during, record_id)
    select distinct ${key}, ${slot}, m.id from ${schema}."${tableName(formId)}" m${parts.map(({ from }) => from).join('')}
    where ${slot} is not null and ${key} is not null and m.process_state is distinct from 'invalid' and not exists (select 1 from ${schema}."${table}" b where b.record_id = m.id)`;
}
