import { setTimeout as sleep } from 'node:timers/promises';
import { usualWorkTime, type WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import { releasedFormIds } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { FormPlan } from '../plan/plan.ts';
import { planOrNone } from '../search/plan-or-none.ts';
import { asSystem } from '../../identity/public.ts';
import { askForIndex } from '../search/subscriber.ts';
import { deferAll } from './deferred.ts';

/** By then every process tells the time by the new zone. */
const heardAfterMs = 1_000;

/** Days, hours and texts that were worked out of moments by the clock of the zone before are worked out anew, and what the search finds of moments is. */
export const zoneSubscriber: Subscriber = {
  name: 'records.zone',
  start: 'now',
  types: ['enterprise.work_time.changed'],
  async handle(platform, spaceId, events) {
    const last = events.findLast(isAnotherZone);
    if (!last) return;
    const left = last.at.getTime() + heardAfterMs - Date.now();
    if (left > 0) await sleep(left);
    for (const formId of await releasedFormIds(platform, spaceId)) {
      const plan = await planOrNone({ platform, spaceId }, formId);
      if (!plan) continue;
      const columns = columnsOf(plan);
      // numbers that were drawn stay as they are
      if (columns.some(({ field }) => isComputed(field) && field.type !== 'autoNumber'))
        await inSpace(asSystem(platform, spaceId, 'enterprise.zone_changed'), (tx) => deferAll(tx, plan, last.id));
      if (columns.some(({ kind }) => moments.has(kind))) await askForIndex(platform, spaceId, formId, true);
    }
  },
};

/** Kinds that the search has as the clock of the house says them. */
const moments = new Set(['dateTime', 'dateTimeRange', 'slot']);

function columnsOf(plan: FormPlan): PlanColumn[] {
  return [...plan.own, ...plan.slaves.flatMap(({ columns }) => columns)];
}

function isAnotherZone({ data }: LoggedEvent): boolean {
  const { before, after } = data as { before: WorkTime | null; after: WorkTime };
  return (before ?? usualWorkTime).timeZone !== after.timeZone;
}
