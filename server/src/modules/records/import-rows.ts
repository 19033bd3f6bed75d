import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Import } from '@formwork/contract/records/import.ts';
import type { Directory } from '../organization/public.ts';
import type { Mapping } from './imports.ts';
import type { FormPlan } from './plan.ts';
import { prepareRecord } from './prepare.ts';

type Failure = Import['failures'][number];

export interface ReadRows {
  records: Values[];
  /** Where each record stands in the file. */
  lines: number[];
  failures: Failure[];
  failed: number;
}

export interface RowReader {
  /** Line of the first row in the file, for messages. */
  read(rows: readonly (readonly string[])[], firstLine: number): ReadRows;
}

/** Turns rows of text into checked records of a form; a row with anything wrong is left out and says why. */
export function rowReader(plan: FormPlan, mapping: Mapping, directory: Directory, userId: string): RowReader {
  const ids = namesToIds(directory);
  const columns = mapping.flatMap(({ index, field: id }) => {
    const field = plan.byId.get(id)?.field;
    return field ? [{ index, field }] : [];
  });
  const cellOf = (field: Field, text: string): unknown => {
    const given = fieldTypeSpec(field.type).fromText?.(text, field.config, { locale: 'zh-CN' }) ?? text;
    if (field.type === 'member') return (given as string[]).map((name) => ids.people.get(name) ?? name);
    if (field.type === 'department') return (given as string[]).map((name) => ids.departments.get(name) ?? name);
    return given;
  };
  return {
    read(rows, firstLine) {
      const found: ReadRows = { records: [], lines: [], failures: [], failed: 0 };
      const now = new Date();
      rows.forEach((row, offset) => {
        const values: Record<string, unknown> = {};
        for (const { index, field } of columns) {
          const text = (row[index] ?? '').trim();
          if (text !== '') values[field.id] = cellOf(field, text);
        }
        const record = prepareRecord(plan, { values }, undefined, { allowed: 'all', userId, now, directory });
        if (record.errors.length === 0) {
          found.records.push(record.values);
          found.lines.push(firstLine + offset);
          return;
        }
        found.failed += 1;
        for (const { path, code } of record.errors) {
          const column = columns.find(({ field }) => field.id === path);
          found.failures.push({ line: firstLine + offset, column: column?.field.title.zh ?? null, code, value: column ? (row[column.index] ?? '').slice(0, 200) : null });
        }
      });
      return found;
    },
  };
}

/** People by name and login, departments by name; a name that two share means nobody. */
function namesToIds({ people, departments }: Directory): { people: Map<string, string>; departments: Map<string, string> } {
  const unique = (entries: [string, string][]): Map<string, string> => {
    const found = new Map<string, string>();
    const shared = new Set<string>();
    for (const [name, id] of entries) {
      if (found.has(name) && found.get(name) !== id) shared.add(name);
      found.set(name, id);
    }
    for (const name of shared) found.delete(name);
    return found;
  };
  const byName = unique([...people.values()].map(({ name, id }) => [name, id]));
  for (const { login, id } of people.values()) byName.set(login, id);
  return { people: byName, departments: unique([...departments.values()].map(({ name, id }) => [name, id])) };
}
