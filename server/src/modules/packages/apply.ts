import type { PartOutcome } from '@formwork/contract/packages/api.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { installOf } from './installs.ts';
import { missingOf } from './needs.ts';
import { chosenOf, keyOf, planning, stepOf, type Planning } from './plan.ts';
import { refusal } from './refusal.ts';
import { releaseAll, type Waiting } from './release.ts';
import type { InstallPayload } from './run-names.ts';
import type { PartRow } from './tables.ts';

/** Places every part and puts in force what was in force where it comes from. What is done is kept part by part: it goes on where it broke off. */
export async function applyPackage(job: Job<InstallPayload>): Promise<{ placed: number; open: number }> {
  const { installId, samples = false } = job.payload;
  const plan = await settledPlan(job, installId);
  const total = plan.parts.length * 2;
  for (const [at, part] of plan.parts.entries()) {
    if (job.cancelled()) return backToPlan(job, installId);
    if (!part.outcome && plan.kinds.get(part.kind)?.once && !samples) await keepOutcome(job, part, { state: 'stays' });
    else if (!part.outcome) part.outcome = await place(job, installId, plan, part);
    job.progress(at + 1, total);
    job.step({ node: keyOf(part), out: part.outcome ?? undefined });
  }
  const toSet = await inControl(job.platform.control, job.spaceId, async (tx) => {
    const at = { ...job, tx };
    return new Set(
      (await missingOf(at, plan.kinds, (await installOf(at, installId)).needs)).flatMap(({ parts }) => parts),
    );
  });
  const waiting: Waiting[] = [];
  for (const part of plan.parts) {
    const kind = plan.kinds.get(part.kind);
    if (part.outcome?.state !== 'placed' || !part.released || !part.applied || !kind?.release) continue;
    if (toSet.has(keyOf(part))) await keepOutcome(job, part, { state: 'draft', code: 'packages.part.to_be_set' });
    else waiting.push({ part, kind, id: plan.localId(part), first: part.before === null });
  }
  let done = plan.parts.length;
  await releaseAll(job, waiting, async (part, outcome) => {
    await keepOutcome(job, part, outcome);
    job.progress((done += 1), total);
    job.step({ node: keyOf(part), out: outcome });
  });
  await inControl(job.platform.control, job.spaceId, async (tx) => {
    const at = { ...job, tx };
    const install = await installOf(at, installId, true);
    const app = plan.parts.find(({ kind }) => kind === 'app');
    await tx
      .updateTable('packages.install')
      .set({ state: 'applied', applied_at: new Date(), app_id: app ? plan.localId(app) : null })
      .where('id', '=', installId)
      .execute();
    if (install.after_id !== null)
      await tx
        .updateTable('packages.install')
        .set({ state: 'superseded' })
        .where('id', '=', install.after_id)
        .execute();
    await record(at, 'packages.installed', {
      id: installId,
      name: install.name.zh,
      key: install.key,
      version: install.version,
    });
  });
  job.progress(total, total);
  return {
    placed: plan.parts.filter(({ applied }) => applied !== null).length,
    open: plan.parts.filter(({ outcome }) => outcome?.state === 'draft' || outcome?.state === 'failed').length,
  };
}

export async function keepOutcome(ctx: Ctx, part: PartRow, outcome: PartOutcome): Promise<void> {
  part.outcome = outcome;
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .updateTable('packages.part')
      .set({ outcome: JSON.stringify(outcome) })
      .where('install_id', '=', part.install_id)
      .where('kind', '=', part.kind)
      .where('id', '=', part.id)
      .execute(),
  );
}

/** Every part has its id here before the first one is placed: they name each other. */
function settledPlan(ctx: Ctx, installId: string): Promise<Planning> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const plan = await planning(at, await installOf(at, installId, true));
    for (const part of plan.parts) {
      if (part.local_id !== null) continue;
      part.local_id = plan.localId(part);
      await tx
        .updateTable('packages.part')
        .set({ local_id: part.local_id })
        .where('install_id', '=', installId)
        .where('kind', '=', part.kind)
        .where('id', '=', part.id)
        .execute();
    }
    return plan;
  });
}

/** In a transaction of its own; a refusal leaves the part as it was and says why. */
async function place(ctx: Ctx, installId: string, plan: Planning, part: PartRow): Promise<PartOutcome> {
  try {
    const { outcome, after } = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      placed({ ...ctx, tx }, installId, plan, part),
    );
    after?.();
    return outcome;
  } catch (error) {
    const outcome: PartOutcome = { state: 'failed', ...refusal(error) };
    await keepOutcome(ctx, part, outcome);
    return outcome;
  }
}

interface Placed {
  outcome: PartOutcome;
  /** Call it after the commit. */
  after?: (() => void) | void;
}

async function placed(ctx: TxCtx, installId: string, plan: Planning, part: PartRow): Promise<Placed> {
  const kind = plan.kinds.get(part.kind);
  const id = plan.localId(part);
  const step = await stepOf(ctx, plan, part);
  if (!kind || step.act === 'unknown' || step.act === 'gone') {
    const outcome: PartOutcome =
      step.act === 'gone'
        ? { state: 'stays', code: 'packages.part.gone' }
        : { state: 'failed', code: 'packages.part.unknown_kind' };
    await keepPlaced(ctx, part, outcome);
    return { outcome };
  }
  // what the package says is the base of the next version, not what was made of it here
  const base = { name: part.name, body: kind.read(kind.rename(part.body, plan.ids)) };
  part.before = 'here' in step ? step.here : null;
  if (step.act === 'same') {
    part.applied = base;
    const outcome: PartOutcome = { state: 'stays' };
    await keepPlaced(ctx, part, outcome);
    return { outcome };
  }
  const app = plan.parts.find((one) => one.kind === 'app');
  const { theirs } = await installOf(ctx, installId);
  const body = 'merged' in step ? kind.read(step.merged.decided(chosenOf(theirs, part))) : step.body;
  const after = await kind.write(ctx, { id, name: step.name, body, appId: app ? plan.localId(app) : '' });
  const found = step.act === 'new' ? await kind.find(ctx, id) : undefined;
  part.applied = found ? { name: found.name, body: found.body } : base;
  const outcome: PartOutcome = { state: 'placed' };
  await keepPlaced(ctx, part, outcome);
  return { outcome, after };
}

async function keepPlaced({ tx }: TxCtx, part: PartRow, outcome: PartOutcome): Promise<void> {
  await tx
    .updateTable('packages.part')
    .set({
      before: part.before && JSON.stringify(part.before),
      applied: part.applied && JSON.stringify(part.applied),
      outcome: JSON.stringify(outcome),
    })
    .where('install_id', '=', part.install_id)
    .where('kind', '=', part.kind)
    .where('id', '=', part.id)
    .execute();
}

/** Somebody stopped it: what is placed stays so, the rest is still planned. */
async function backToPlan(ctx: Ctx, installId: string): Promise<{ placed: number; open: number }> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.updateTable('packages.install').set({ state: 'planned' }).where('id', '=', installId).execute(),
  );
  return { placed: 0, open: 0 };
}
