import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordFact } from '@formwork/contract/records/facts.ts';
import { call } from '@formwork/web/http/call.ts';

const waiting = new Map<string, { ids: Set<string>; facts: Promise<Map<string, RecordFact[]>> }>();
/** As many as the server takes: `mostFactsAsked`, whose file would bring the schemas along. */
const mostAtOnce = 200;

/** The facts of a record of a form; those that rows of one screen ask for are asked for in one call. Null where the person may not see it. */
export async function factsTogether(formId: string, recordId: string): Promise<RecordFact[] | null> {
  let batch = waiting.get(formId);
  if (!batch || batch.ids.size >= mostAtOnce) {
    const ids = new Set<string>();
    batch = { ids, facts: ask(formId, ids) };
    waiting.set(formId, batch);
  }
  batch.ids.add(recordId);
  return (await batch.facts).get(recordId) ?? null;
}

async function ask(formId: string, ids: Set<string>): Promise<Map<string, RecordFact[]>> {
  // rows that are drawn together ask in the same moment
  await new Promise((resolve) => setTimeout(resolve));
  if (waiting.get(formId)?.ids === ids) waiting.delete(formId);
  const { rows } = await call(recordsApi.facts, { params: { formId }, query: { ids: [...ids] } });
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}
