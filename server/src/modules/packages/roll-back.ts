import { merge, placeOf } from '@formwork/contract/definitions/merge.ts';
import type { PartOutcome } from '@formwork/contract/packages/api.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { keepOutcome } from './apply.ts';
import { refusal } from './refusal.ts';
import { installOf } from './installs.ts';
import { keyOf, planning, type Planning } from './plan.ts';
import { releaseAll, type Waiting } from './release.ts';
import type { InstallPayload } from './run-names.ts';
import type { PartRow } from './tables.ts';

/** Puts back what stood before, the last part first. What people here changed since elsewhere in it stays; records stay in any case. */
export async function rollBackPackage(job: Job<InstallPayload>): Promise<{ back: number; stays: number }> {
  const { installId } = job.payload;
  const plan = await inControl(job.platform.control, job.spaceId, async (tx) =>
    planning({ ...job, tx }, await installOf({ ...job, tx }, installId)),
  );
  // what was as the package has it, or stayed away, has nothing to go back to
  const parts = plan.parts.filter(({ applied, outcome }) => applied !== null && outcome?.state !== 'stays');
  const app = parts.find(({ kind }) => kind === 'app');
  const total = parts.length;
  let done = 0;
  const tell = async (part: PartRow, outcome: PartOutcome): Promise<void> => {
    await keepOutcome(job, part, outcome);
    job.progress((done += 1), total);
    job.step({ node: keyOf(part), out: outcome });
  };
  const waiting: Waiting[] = [];
  for (const part of parts.filter(({ before }) => before !== null).toReversed()) {
    const kind = plan.kinds.get(part.kind);
    const written = kind && (await putBack(job, plan, part));
    if (!written || written.state === 'stays') await tell(part, written ?? { state: 'stays' });
    else if (part.released && kind?.release) waiting.push({ part, kind, id: plan.localId(part), first: false });
    else await tell(part, written);
  }
  await releaseAll(job, waiting, tell);
  // the bin keeps an application together with its forms
  const added = parts.filter(({ before, kind }) => before === null && !(app?.before === null && kind === 'form'));
  let open = added.toReversed();
  for (let moved = true; moved && open.length > 0;) {
    moved = false;
    const stuck: [PartRow, PartOutcome][] = [];
    for (const part of open) {
      const outcome = await remove(job, plan, part);
      if (outcome.state === 'removed') {
        moved = true;
        await tell(part, outcome);
      } else stuck.push([part, outcome]);
    }
    open = stuck.map(([part]) => part);
    if (!moved) for (const [part, outcome] of stuck) await tell(part, outcome);
  }
  await inControl(job.platform.control, job.spaceId, async (tx) => {
    const at = { ...job, tx };
    const install = await installOf(at, installId, true);
    await tx.updateTable('packages.install').set({ state: 'rolled_back' }).where('id', '=', installId).execute();
    if (install.after_id !== null)
      await tx.updateTable('packages.install').set({ state: 'applied' }).where('id', '=', install.after_id).execute();
    await record(at, 'packages.taken_back', {
      id: installId,
      name: install.name.zh,
      key: install.key,
      version: install.version,
    });
  });
  job.progress(total, total);
  const stays = parts.filter(({ outcome }) => outcome?.state === 'stays' || outcome?.state === 'draft').length;
  return { back: parts.length - stays, stays };
}

async function putBack(job: Job, plan: Planning, part: PartRow): Promise<PartOutcome> {
  const kind = plan.kinds.get(part.kind)!;
  const id = plan.localId(part);
  try {
    const { outcome, after } = await inControl(
      job.platform.control,
      job.spaceId,
      async (tx): Promise<{ outcome: PartOutcome; after?: (() => void) | void }> => {
        const at = { ...job, tx };
        const here = await kind.find(at, id);
        if (!here) return { outcome: { state: 'stays', code: 'packages.part.gone' } };
        const { conflicts, decided } = merge<unknown>(part.applied!.body, here.body, part.before!.body);
        const body = kind.read(decided(new Set(conflicts.map((one) => placeOf(one.at)))));
        const app = plan.parts.find((one) => one.kind === 'app');
        const appId = app ? plan.localId(app) : '';
        return {
          outcome: { state: 'placed' },
          after: await kind.write(at, { id, name: part.before!.name, body, appId }),
        };
      },
    );
    after?.();
    return outcome;
  } catch (error) {
    return { state: 'stays', ...refusal(error) };
  }
}

async function remove(job: Job, plan: Planning, part: PartRow): Promise<PartOutcome> {
  try {
    await plan.kinds.get(part.kind)?.remove(job, plan.localId(part));
    return { state: 'removed' };
  } catch (error) {
    return { state: 'stays', ...refusal(error) };
  }
}
