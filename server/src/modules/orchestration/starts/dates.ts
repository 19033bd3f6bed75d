import type { FlowStart } from '@formwork/contract/rules/flow.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace } from '../../../platform/db/space-data.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { asSystem } from '../../identity/public.ts';
import { dueBetween, seenNow, sinceLastLook } from '../../rules/public.ts';
import { authorCtx } from '../actor.ts';
import { once } from '../once.ts';
import { flowOf, startFlowIn, type ReleasedFlow } from '../start-flow.ts';
import { dateStarts } from './starts.ts';

/** Flows that begin before and after dates of records. */
export const flowDates = inEverySpace('orchestration.dates', '* * * * *', (platform, spaceId) =>
  flowMoments(platform, spaceId, new Date()),
);

type DateStart = Extract<FlowStart, { on: 'date' }>;

/** Starts what came due since the last look, once for a record and a date of it. */
export async function flowMoments(platform: Platform, spaceId: string, now: Date): Promise<void> {
  const found = await Promise.all(
    (await dateStarts(platform, spaceId)).map(async ({ flow, part }) => {
      const released = await flowOf(platform, spaceId, flow);
      const start = released?.body.starts.find(({ id }) => id === part);
      return released && start?.on === 'date' ? [{ of: flow, released, start }] : [];
    }),
  );
  await sinceLastLook(platform, spaceId, found.flat(), now, async ({ released, start }, { from, until }) => {
    // of one that is switched off the moment passes
    if (!released.enabled) return;
    const ctx = asSystem(platform, spaceId, 'flow by a date');
    let sight: Promise<Ctx | undefined> | undefined;
    for await (const { id, moment, due } of dueBetween(ctx, start, from, until)) {
      const as = await (sight ??= sightOf(ctx, released));
      await begin(ctx, as, released, start, { id, moment, due });
    }
  });
}

/**
 * With whose sight the record is handed over; undefined where they may do nothing any more: the run begins nevertheless, and tells
 * of it where somebody looks. Nobody caused it: what acts in the name of a person acts in its author's.
 */
async function sightOf(ctx: Ctx, { id, number, body }: ReleasedFlow): Promise<Ctx | undefined> {
  if (body.runsAs === 'system') return ctx;
  return authorCtx(ctx, id, number, { root: newId(), depth: 0 }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  });
}

async function begin(
  ctx: Ctx,
  as: Ctx | undefined,
  released: ReleasedFlow,
  start: DateStart,
  { id: recordId, moment, due }: { id: string; moment: string; due: Date },
): Promise<void> {
  const id = newId();
  const seen = as ? await seenNow(as, start.form, recordId) : null;
  if (seen === undefined) return;
  // without what a rule reads besides the record
  const { old: _old, user: _user, ...record } = seen ?? {};
  const { form: formId, field } = start;
  const event = { formId, recordId, field, due: due.toISOString(), record: seen && record };
  const input = { ...record, formId, recordId, record: seen && record };
  // what came of it is kept for as long as anything is made up for, and much longer
  await inSpace(ctx, (tx) =>
    once(tx, `date ${released.id} ${start.id} ${recordId} ${moment}`, () =>
      startFlowIn(tx, ctx, released.id, { id, trigger: 'date', input, event, cause: { depth: 0 } }),
    ),
  );
}
