import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';
import { recordTitles } from './titles.ts';

/** So many names are kept at once; records that many others name are asked for once. */
const mostKept = 50_000;

export interface TitleReader {
  read(texts: Iterable<readonly [PlanColumn, string | null]>): Promise<void>;
  /** Of all relations of a record, those of its rows as well. */
  readRecord(
    plan: Pick<FormPlan, 'columns' | 'slaves'>,
    record: Pick<StoredRecord, 'values' | 'slaves'>,
  ): Promise<void>;
  titleOf(column: PlanColumn, id: string): string;
  /** Of whatever form: ids of records are their own. */
  titleOfId(id: string): string | undefined;
}

/** Names of related records, batch by batch: of those that the person may see. */
export function titleReader(ctx: Ctx): TitleReader {
  const known = new Map<string, Map<string, string>>();
  const ofForm = (formId: string): Map<string, string> => {
    let found = known.get(formId);
    if (!found) known.set(formId, (found = new Map()));
    return found;
  };
  async function readIds(named: Iterable<readonly [PlanColumn, readonly string[]]>): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    for (const [column, ids] of named) {
      const formId = targetOf(column);
      if (formId === undefined) continue;
      const titles = ofForm(formId);
      for (const id of ids) {
        if (titles.has(id)) continue;
        const missing = wanted.get(formId);
        if (missing) missing.add(id);
        else wanted.set(formId, new Set([id]));
      }
    }
    for (const [formId, ids] of wanted) {
      const titles = ofForm(formId);
      if (titles.size > mostKept) titles.clear();
      for (const id of ids) titles.set(id, '');
      for (const { id, title } of await seenTitles(ctx, formId, [...ids])) titles.set(id, title);
    }
  }
  return {
    read: (texts) =>
      readIds(
        [...texts].flatMap(([column, text]) =>
          text === null ? [] : [[column, column.value(text) as string[]] as const],
        ),
      ),
    readRecord(plan, { values, slaves }) {
      const named: [PlanColumn, string[]][] = [];
      const note = (column: PlanColumn, value: FieldValue | undefined): void => {
        if (column.kind === 'records' && Array.isArray(value)) named.push([column, value as string[]]);
      };
      for (const column of plan.columns) note(column, values[column.id]);
      for (const slave of plan.slaves)
        for (const column of slave.columns)
          for (const row of slaves[slave.id] ?? []) note(column, row.values[column.id]);
      return readIds(named);
    },
    titleOfId(id) {
      for (const titles of known.values()) if (titles.has(id)) return titles.get(id);
      return undefined;
    },
    titleOf: (column, id) => known.get(targetOf(column) ?? '')?.get(id) ?? '',
  };
}

function targetOf({ field }: PlanColumn): string | undefined {
  if (field.type === 'relation') return field.config.form;
  const source = field.type === 'lookup' ? field.config.source : undefined;
  return source?.type === 'relation' ? (source.config as FieldOf<'relation'>['config']).form : undefined;
}

async function seenTitles(ctx: Ctx, formId: string, ids: string[]): Promise<{ id: string; title: string }[]> {
  try {
    return (await recordTitles(ctx, { params: { formId }, query: { ids }, body: undefined })).titles;
  } catch (error) {
    // a form that is not theirs: its records have no names for them
    if (error instanceof AppError && error.status < 500) return [];
    throw error;
  }
}
