import type { FieldOf } from '@formwork/contract/forms/field.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PlanColumn } from '../columns.ts';
import { recordTitles } from '../links/titles.ts';

/** So many names are kept at once; records that many others name are asked for once. */
const mostKept = 50_000;

export interface TitleReader {
  read(texts: Iterable<readonly [PlanColumn, string | null]>): Promise<void>;
  titleOf(column: PlanColumn, id: string): string;
}

/** Names of related records, batch by batch: of those that the person may see. */
export function titleReader(ctx: Ctx): TitleReader {
  const known = new Map<string, Map<string, string>>();
  const ofForm = (formId: string): Map<string, string> => {
    let found = known.get(formId);
    if (!found) known.set(formId, (found = new Map()));
    return found;
  };
  return {
    async read(texts) {
      const wanted = new Map<string, Set<string>>();
      for (const [column, text] of texts) {
        const formId = targetOf(column);
        if (text === null || formId === undefined) continue;
        const titles = ofForm(formId);
        for (const id of column.value(text) as string[]) {
          if (titles.has(id)) continue;
          let ids = wanted.get(formId);
          if (!ids) wanted.set(formId, (ids = new Set()));
          ids.add(id);
        }
      }
      for (const [formId, ids] of wanted) {
        const titles = ofForm(formId);
        if (titles.size > mostKept) titles.clear();
        for (const id of ids) titles.set(id, '');
        for (const { id, title } of await seenTitles(ctx, formId, [...ids])) titles.set(id, title);
      }
    },
    titleOf: (column, id) => known.get(targetOf(column) ?? '')?.get(id) ?? '',
  };
}

function targetOf({ field }: PlanColumn): string | undefined {
  if (field.type === 'relation') return (field).config.form;
  const source = field.type === 'lookup' ? (field.config).source : undefined;
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
