import { createHash } from 'node:crypto';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import { keyText } from '@formwork/contract/records/unique-values.ts';
import { isKeptInWords, keyColumnName, keyedFields, tableName } from '../../../forms/public.ts';
import { columnOf, type PlanColumn } from '../../plan/columns.ts';

/** A unique field whose values stand in a second column; see `keyedFields`. */
export interface KeyPlan {
  column: PlanColumn;
  /** The second column, quoted, and its type. */
  sql: string;
  type: string;
  /** Of a slave table: its rows are unique among those of all records, or `within` each record. */
  slave: string | undefined;
  within: boolean;
  /** What that column holds of a value. */
  held: (value: FieldValue | undefined) => unknown;
}

/** Those of one table, which are written together. */
export interface KeyGroup {
  slave: string | undefined;
  /** Full SQL name. */
  table: string;
  keys: KeyPlan[];
}

export function keyGroups(schema: string, formId: string, definition: FormDefinition): KeyGroup[] {
  const keys = keyedFields(definition).map((keyed): KeyPlan => {
    const column = columnOf(keyed.field);
    const inWords = isKeptInWords(keyed.field);
    return {
      column,
      sql: `"${keyColumnName(definition, keyed)}"`,
      type: inWords ? 'text' : column.type,
      slave: keyed.table,
      within: keyed.table !== undefined && keyed.field.uniqueWithin === 'record',
      held: inWords ? shortWords : (value) => column.carried(value ?? null),
    };
  });
  return [...new Set(keys.map(({ slave }) => slave))].map((slave) => ({
    slave,
    table: `${schema}."${tableName(formId, slave)}"`,
    keys: keys.filter((key) => key.slave === slave),
  }));
}

/** Where a field is unique: a field of the record in all of it, one of a slave table in each of its rows. */
export function rowsOf(
  slave: string | undefined,
  record: { values: Values; slaves: Record<string, readonly { values: Values }[]> },
): { values: Values; row: Values | undefined; path: string }[] {
  if (slave === undefined) return [{ values: record.values, row: undefined, path: '' }];
  return (record.slaves[slave] ?? []).map(({ values }, at) => ({ values, row: values, path: `${slave}.${at}.` }));
}

/** An index takes 2,700 bytes. */
function shortWords(value: FieldValue | undefined): string | null {
  const words = keyText(value);
  return words === null || words.length <= mostWords ? words : createHash('sha256').update(words).digest('hex');
}

const mostWords = 200;
