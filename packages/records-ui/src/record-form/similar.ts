import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import {
  comparedText,
  differenceOf,
  likenessOf,
  mostDifferent,
  mostRowsCompared,
} from '@formwork/contract/records/likeness.ts';
import type { SimilarRecord } from '@formwork/contract/records/record.ts';
import { call } from '@formwork/web/http/call.ts';
import type { FormData, RowData } from './form-data.ts';

/** Two rows of the record itself, by their numbers from 1. */
export interface SimilarRows {
  table: string;
  field: string;
  row: number;
  other: number;
  likeness: number;
}

export interface SimilarFound {
  appId: string;
  records: readonly SimilarRecord[];
  rows: readonly SimilarRows[];
}

const mostRowsTold = 5;

/** What is nearly the same as what is about to be saved, in other records and among the rows of this one; undefined where there is nothing, nothing is asked for, or the question fails: it is a hint and holds no save up. */
export async function findSimilar(
  { formId, definition, recordId }: { formId: string; definition: FormDefinition; recordId: string | undefined },
  before: FormData,
  now: FormData,
): Promise<SimilarFound | undefined> {
  const { values, rows } = askedTexts(definition, recordId === undefined, before, now);
  const rowsAlike = similarRows(definition, before, now);
  if (Object.keys(values).length === 0 && Object.keys(rows).length === 0)
    return rowsAlike.length > 0 ? { appId: '', records: [], rows: rowsAlike } : undefined;
  const found = await call(recordsApi.similar, {
    params: { formId },
    body: { values, rows, ...(recordId !== undefined && { except: recordId }) },
  }).catch(() => ({ appId: '', records: [] }));
  return found.records.length > 0 || rowsAlike.length > 0 ? { ...found, rows: rowsAlike } : undefined;
}

/** What was newly written into fields that look for likenesses. */
export function askedTexts(
  definition: FormDefinition,
  isNew: boolean,
  before: FormData,
  now: FormData,
): { values: Record<string, string>; rows: Record<string, Record<string, string[]>> } {
  const values: Record<string, string> = {};
  for (const { id } of looking(definition.fields)) {
    const value = written(now.values[id]);
    if (value !== undefined && (isNew || now.values[id] !== before.values[id])) values[id] = value;
  }
  const rows: Record<string, Record<string, string[]>> = {};
  for (const table of definition.tables)
    for (const { id } of looking(table.fields)) {
      const texts = changedRows(table.id, id, before, now).map(({ text }) => text);
      if (texts.length > 0) (rows[table.id] ??= {})[id] = [...new Set(texts)].slice(0, mostRowsCompared);
    }
  return { values, rows };
}

/** Each row that was added or changed against those of the same record. */
export function similarRows(definition: FormDefinition, before: FormData, now: FormData): SimilarRows[] {
  const found: SimilarRows[] = [];
  for (const table of definition.tables)
    for (const { id, config } of looking(table.fields)) {
      const all = (now.slaves[table.id] ?? []).map((row) => comparedText(written(row.values[id]) ?? ''));
      const changed = new Set(changedRows(table.id, id, before, now).map(({ at }) => at));
      for (const at of [...changed].slice(0, mostRowsCompared))
        for (const [other, signs] of all.entries()) {
          // two that are both new are told once, at the later one
          if (other === at || signs.length === 0 || (other > at && changed.has(other))) continue;
          const own = all[at]!;
          const most = mostDifferent(own.length, signs.length, config.similarity!);
          const difference = differenceOf(own, signs, most);
          if (difference > most) continue;
          const likeness = likenessOf(difference, own.length, signs.length);
          found.push({ table: table.id, field: id, row: at + 1, other: other + 1, likeness });
        }
    }
  return found.toSorted((a, b) => b.likeness - a.likeness).slice(0, mostRowsTold);
}

function changedRows(table: string, field: string, before: FormData, now: FormData): { at: number; text: string }[] {
  const earlier = new Map((before.slaves[table] ?? []).map((row): [string, RowData] => [row.key, row]));
  return (now.slaves[table] ?? []).flatMap((row, at) => {
    const text = written(row.values[field]);
    return text !== undefined && row.values[field] !== earlier.get(row.key)?.values[field] ? [{ at, text }] : [];
  });
}

function looking(fields: readonly Field[]): FieldOf<'text'>[] {
  return fields.filter(
    (field): field is FieldOf<'text'> => field.type === 'text' && field.config.similarity !== undefined,
  );
}

function written(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 1_000) : undefined;
}
