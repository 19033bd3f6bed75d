import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { RecordList } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import { openByButtons } from '../rights/button-limits.ts';
import { visibleRow } from './get.ts';
import { listRecords } from './list.ts';
import { personalPlan } from '../plan/personal-plan.ts';
import { titleReader, type TitleReader } from '../relations/title-reader.ts';
import { planOf, storedRecord, type StoredRecord } from '../plan/plan.ts';
import { reaches, viewerOf } from '../rights/reach.ts';
import { rightsFor } from '../rights/rights.ts';
import { titleFieldOf } from '../plan/title.ts';

export interface PrintableRecord {
  id: string;
  title: string;
  definition: FormDefinition;
  /** Without what is hidden from the person. */
  record: StoredRecord;
  hidden: ReadonlySet<string>;
  /** Titles of the records that it names. */
  titleOf: (recordId: string) => string | undefined;
}

/** A record as the person sees it, when rules of the form let them print it: being let in by a process is not enough. */
export async function printableRecord(
  ctx: Ctx,
  formId: string,
  recordId: string,
  titles: TitleReader = titleReader(ctx),
): Promise<PrintableRecord> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  const { row, mask, facts } = await visibleRow(ctx, plan, recordId);
  if (!reaches(plan, rights.print, facts, await viewerOf(ctx)) || !openByButtons(rights, 'print', facts, ctx.user.id))
    throw forbidden('printing.record.no_print');
  const record = storedRecord(plan, row);
  await titles.readRecord(plan, record);
  return {
    id: record.id,
    title: plan.titleOf(record.values),
    definition: plan.form.definition,
    record,
    hidden: mask ?? new Set(),
    titleOf: titles.titleOfId,
  };
}

/** The form as the person sees it. */
export async function seenDefinition(ctx: Ctx, formId: string): Promise<FormDefinition> {
  return (await personalPlan(ctx, { params: { formId }, query: {}, body: undefined })).definition;
}

/** The records that the person sees, the oldest first, read page by page. */
export async function* eachSeenRecord(
  ctx: Ctx,
  formId: string,
  filter: Condition | undefined,
): AsyncGenerator<{ id: string; title: string; values: Values; titleOf: PrintableRecord['titleOf'] }> {
  const plan = await planOf(ctx, formId);
  const { form, titleOf } = plan;
  const titles = titleReader(ctx);
  const named = titleFieldOf(form.definition) !== undefined;
  let cursor: string | undefined;
  for (;;) {
    const query = { sort: '_createdAt', limit: 500, cursor, ...(filter && { filter: JSON.stringify(filter) }) };
    const { jsonText } = await listRecords(ctx, { params: { formId }, query, body: undefined });
    const { rows, next } = JSON.parse(String(jsonText)) as RecordList;
    for (const { id, values } of rows) {
      await titles.readRecord({ columns: plan.columns, slaves: [] }, { values, slaves: {} });
      yield { id, title: named ? titleOf(values) : '', values, titleOf: titles.titleOfId };
    }
    if (next === null) return;
    cursor = next;
  }
}
