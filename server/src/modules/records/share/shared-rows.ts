import type { Condition } from '@formwork/contract/condition/condition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { RecordList } from '@formwork/contract/records/record.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { directoryOf } from '../../organization/public.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { listRecords } from '../read/list.ts';
import { seenDefinition } from '../read/printable.ts';
import { visibleRow } from '../read/get.ts';
import { titleReader } from '../relations/title-reader.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { visitorText } from './visitor-text.ts';

/** Rows of a list for visitors: what whoever made the link sees of them and may share, at that moment. */

const pageRows = 50;
/** So many records are looked through for one page; where few may be shared, the next page goes on from there. */
const mostLooked = 1_000;

/** Whoever may share no record of a form shows nothing of its lists; who sees nothing of it is told that it is not there. */
export async function requireSharableRows(ctx: Ctx, formId: string): Promise<Text> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  if (rights.share === null) throw forbidden('records.record.no_share');
  return plan.form.definition.title;
}

/** Of these columns those that the person sees, in the given order. */
export async function sharedColumns(
  ctx: Ctx,
  formId: string,
  ids: readonly string[],
): Promise<{ field: Field; number: boolean }[]> {
  const { fields } = await seenDefinition(ctx, formId);
  const seen = new Map([...fields, ...Object.values(systemFields)].map((field) => [field.id, field]));
  return ids.flatMap((id) => {
    const field = seen.get(id);
    return field ? [{ field, number: fieldKind(field) === 'number' }] : [];
  });
}

interface Asked {
  filter: Condition | undefined;
  sort: string | undefined;
  columns: readonly Field[];
  except: ReadonlySet<string>;
  cursor: string | undefined;
}

export async function sharedRows(
  maker: Ctx,
  formId: string,
  { filter, sort, columns, except, cursor }: Asked,
): Promise<{ rows: string[][]; next: string | null }> {
  const plan = await planOf(maker, formId);
  const titles = titleReader(maker);
  const textOf = visitorText(maker.locale, plan, await directoryOf(maker.platform, maker.spaceId), titles);
  const rows: string[][] = [];
  let at = cursor;
  for (let looked = 0; looked < mostLooked;) {
    const query = {
      // no more than fit, so that the cursor stands behind the last that is shown
      limit: pageRows - rows.length,
      ...(sort !== undefined && { sort }),
      ...(at !== undefined && { cursor: at }),
      ...(filter && { filter: JSON.stringify(filter) }),
    };
    const { jsonText } = await listRecords(maker, { params: { formId }, query, body: undefined });
    const page = JSON.parse(String(jsonText)) as RecordList;
    looked += page.rows.length;
    const shared = await Promise.all(
      page.rows.filter(({ id }) => !except.has(id)).map(({ id }) => sharableRecord(maker, plan, id)),
    );
    for (const record of shared) {
      if (!record) continue;
      await titles.readRecord({ columns: plan.columns, slaves: [] }, { values: record.values, slaves: {} });
      rows.push(columns.map((field) => textOf(field, record.values[field.id] ?? null)));
    }
    if (page.next === null) return { rows, next: null };
    at = page.next;
    if (rows.length === pageRows) break;
  }
  return { rows, next: at ?? null };
}

/** As it stands now, without what is hidden from the person; undefined where they may not share it. */
async function sharableRecord(ctx: Ctx, plan: FormPlan, id: string): Promise<StoredRecord | undefined> {
  try {
    const { row, can } = await visibleRow(ctx, plan, id);
    return can.share ? storedRecord(plan, row) : undefined;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
