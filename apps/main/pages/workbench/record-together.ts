import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { call } from '@formwork/web/http/call.ts';

type Row = Pick<FormRecord, 'id' | 'values' | 'hidden'>;

const waiting = new Map<string, { ids: Set<string>; rows: Promise<Map<string, Row>> }>();
const mostAtOnce = 200;

/** A record of a form; those that rows of one screen ask for are asked for in one call. Null where the person may not see it. */
export async function recordTogether(formId: string, recordId: string): Promise<Row | null> {
  let batch = waiting.get(formId);
  if (!batch || batch.ids.size >= mostAtOnce) {
    const ids = new Set<string>();
    batch = { ids, rows: ask(formId, ids) };
    waiting.set(formId, batch);
  }
  batch.ids.add(recordId);
  return (await batch.rows).get(recordId) ?? null;
}

async function ask(formId: string, ids: Set<string>): Promise<Map<string, Row>> {
  // rows that are drawn together ask in the same moment
  await new Promise((resolve) => setTimeout(resolve));
  if (waiting.get(formId)?.ids === ids) waiting.delete(formId);
  const { rows } = await call(recordsApi.list, { params: { formId }, query: { ids: [...ids], limit: mostAtOnce } });
  return new Map(rows.map((row) => [row.id, row]));
}
