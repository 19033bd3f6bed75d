import { asSystem } from '../../identity/public.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import { startRunIn } from '../../../platform/runs/runs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { inSpace, spaceQuery } from '../../../platform/db/space-data.ts';
import type { FormPlan } from '../plan/plan.ts';
import { dropFromIndex, indexRecords } from './index-records.ts';
import { planOrNone } from './plan-or-none.ts';
import { indexRenamed, renamingTypes } from './renamed.ts';
import { searchIndexRun } from './index-job.ts';

const undone = 'records.import_undone';

/** Keeps what the search finds right behind every change; where an event names no records, a job looks which ones differ. */
export const searchSubscriber: Subscriber = {
  name: 'records.search',
  start: 'first',
  types: [
    'records.created',
    'records.updated',
    'records.deleted',
    'records.restored',
    'records.transferred',
    'records.imported',
    'records.loaded',
    undone,
    'records.handed_over',
    'records.recalculated',
    'forms.released',
    ...renamingTypes,
  ],
  gathers: true,
  async handle(platform, spaceId, events) {
    await indexRenamed(platform, spaceId, events);
    const gone = events.filter(({ type }) => type === 'records.deleted').map(({ data }) => String(data.recordId));
    if (gone.length > 0) await dropFromIndex({ platform, spaceId }, gone);
    for (const [formId, own] of Map.groupBy(events, formOf)) {
      if (formId === undefined) continue;
      const plan = await planOrNone({ platform, spaceId }, formId);
      if (!plan) continue;
      const ids = new Set(own.flatMap(recordsIn));
      if (ids.size > 0) await indexRecords({ platform, spaceId }, plan, [...ids]);
      const others = own.filter((event) => recordsIn(event).length === 0 && event.type !== 'records.deleted');
      if (others.some(({ type }) => type === undone) || (others.length > 0 && (await hasRecords(platform, plan))))
        await askForIndex(
          platform,
          spaceId,
          formId,
          others.some(({ type }) => type === 'records.recalculated'),
        );
    }
  },
};

const formOf = ({ data }: LoggedEvent): string | undefined =>
  typeof data.formId === 'string' ? data.formId : undefined;

async function hasRecords(platform: Platform, plan: FormPlan): Promise<boolean> {
  return (await spaceQuery(platform, { text: `select 1 from ${plan.table} limit 1` })).rows.length > 0;
}

/** A deleted record that was restored since is read again too. */
function recordsIn({ data }: LoggedEvent): string[] {
  return Array.isArray(data.ids) ? data.ids.map(String) : typeof data.recordId === 'string' ? [data.recordId] : [];
}

/** One job a form at a time: while one is asked for, it does what came since as well. */
export async function askForIndex(platform: Platform, spaceId: string, formId: string, whole: boolean): Promise<void> {
  const doer = asSystem(platform, spaceId, 'records.search_index');
  await inSpace(doer, async (tx) => {
    const { rows: waiting } = await tx.query({
      text: `select 1 from ${tx.schema}.records_search_form where form_id = $1 and (done_at is null or done_at < asked_at) for update`,
      values: [formId],
    });
    await tx.query({
      text: `insert into ${tx.schema}.records_search_form as f (form_id, asked_at, whole_at) values ($1, clock_timestamp(), case when $2 then clock_timestamp() end)
        on conflict (form_id) do update set asked_at = excluded.asked_at, whole_at = coalesce(excluded.whole_at, f.whole_at)`,
      values: [formId, whole],
    });
    if (waiting.length === 0) await startRunIn(tx, doer, searchIndexRun, { formId });
  });
}
