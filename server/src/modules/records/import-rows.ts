import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Import } from '@formwork/contract/records/import.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Directory } from '../organization/public.ts';
import { withPlaces } from './addresses.ts';
import type { Mapping } from './imports.ts';
import type { IdsByTitle } from './links/import-linked.ts';
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
  read(rows: readonly (readonly string[])[], firstLine: number, named: IdsByTitle): Promise<ReadRows>;
  /** What stands in the columns of relations, by field. */
  titles(rows: readonly (readonly string[])[]): Map<string, string[]>;
}

/** Turns rows of text into checked records of a form; a row with anything wrong is left out and says why. */
export function rowReader(doer: { platform: Platform; spaceId: string; user: { id: string } }, plan: FormPlan, mapping: Mapping, directory: Directory): RowReader {
  const ids = namesToIds(directory);
  const columns = mapping.flatMap(({ index, field: id }) => {
    const field = plan.byId.get(id)?.field;
    return field ? [{ index, field }] : [];
  });
  const cellOf = (field: Field, text: string, named: IdsByTitle): unknown => {
    const given = fieldTypeSpec(field.type).fromText?.(text, field.config, { locale: 'zh-CN' }) ?? text;
    if (field.type === 'relation') return (given as string[]).map((title) => named.get(field.id)?.get(title) ?? title);
    const known = field.type in ids ? ids[field.type as keyof typeof ids] : undefined;
    return known ? (given as string[]).map((name) => known.get(name) ?? name) : given;
  };
  /** Somebody is called so, and somebody else as well. */
  const isAmbiguous = (row: readonly string[], path: string, named: IdsByTitle): boolean => {
    const column = columns.find(({ field }) => field.id === path);
    const titles = column ? (fieldTypeSpec(column.field.type).fromText?.((row[column.index] ?? '').trim(), column.field.config, { locale: 'zh-CN' }) as string[]) : [];
    return titles.some((title) => named.get(path)?.get(title) === null);
  };
  return {
    titles(rows) {
      return new Map(columns.flatMap(({ index, field }) => (field.type === 'relation' ? [[field.id, rows.map((row) => (row[index] ?? '').trim()).filter((text) => text !== '')]] : [])));
    },
    async read(rows, firstLine, named) {
      const found: ReadRows = { records: [], lines: [], failures: [], failed: 0 };
      const now = new Date();
      const given = rows.map((row) => ({ values: Object.fromEntries(columns.flatMap(({ index, field }): [string, unknown][] => {
        const text = (row[index] ?? '').trim();
        return text === '' ? [] : [[field.id, cellOf(field, text, named)]];
      })) }));
      const placed = await withPlaces(doer, plan, given);
      rows.forEach((row, offset) => {
        const { given: cells, wrong } = placed[offset]!;
        const record = prepareRecord(plan, cells, undefined, { allowed: 'all', wrong, userId: doer.user.id, now, directory });
        for (const error of record.errors) if (error.code === 'records.value.not_records' && isAmbiguous(row, error.path, named)) error.code = 'records.value.ambiguous_record';
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

/** By type of field: people by name and login, all others by name; a name that two share means nobody. */
function namesToIds({ people, departments, posts, roles }: Directory): Record<'member' | 'department' | 'post' | 'role', Map<string, string>> {
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
  const named = (all: ReadonlyMap<string, { id: string; name: string }>): Map<string, string> => unique([...all.values()].map(({ name, id }) => [name, id]));
  const byName = named(people);
  for (const { login, id } of people.values()) byName.set(login, id);
  return { member: byName, department: named(departments), post: named(posts), role: named(roles) };
}
