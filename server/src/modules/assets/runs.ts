import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { z } from 'zod';
import { assetSources, type AssetFacts } from '../../platform/assets.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader, type Doer } from '../../platform/db/space-data.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { month, runKind, type Job } from '../../platform/runs/run-kinds.ts';
import { startRunNow, type RunName } from '../../platform/runs/runs.ts';
import { asSystem } from '../identity/public.ts';
import { spellWords } from './words.ts';
import { written } from './written-tables.ts';
import { endAssets, endWritten, putThings, registerFacts, tellEdges } from './register.ts';

const registerName = { kind: 'assets.register', payload: z.object({ tables: z.boolean() }) } satisfies RunName<unknown>;

export const registerRun = runKind({
  ...registerName,
  retries: 3,
  keep: month,
  maySee: ({ user }) => roleHolds(user.role, 'assets.asset.edit'),
  repeats: true,
  work: register,
});

/** Reads anew whatever modules register; with the tables of connections, by the rights of who asks. */
export async function startRegistering(
  ctx: Ctx,
  { body }: InputOf<(typeof assetsApi)['register']>,
): Promise<ResponseOf<(typeof assetsApi)['register']>> {
  const { id } = await startRunNow(ctx, registerName, body);
  return { runId: id };
}

export async function isRegistering(ctx: Ctx): Promise<boolean> {
  const from = reader(ctx);
  const { rows } = await from.query({
    text: `select 1 from ${from.schema}.run where kind = $1 and state in ('waiting', 'running', 'suspended') limit 1`,
    values: [registerName.kind],
  });
  return rows.length > 0;
}

async function register(job: Job<{ tables: boolean }>): Promise<{ assets: number; failed: string[] }> {
  await spellWords(job);
  let assets = await registerAll(job, (done) => job.progress(done, 0));
  const failed: string[] = [];
  if (job.payload.tables) {
    for (const source of assetSources(job.platform)) {
      if (!source.harvest) continue;
      for await (const { kind, guard, facts, failed: why } of source.harvest(job)) {
        if (why !== undefined) {
          job.step({ node: guard, out: { failed: why } });
          failed.push(guard);
          continue;
        }
        await registerFacts(job, facts);
        await endOthers(job, kind, new Set(facts.map(({ id }) => id)), guard);
        assets += facts.length;
        job.progress(assets, 0);
        job.step({ node: guard, out: { tables: facts.length } });
      }
    }
    // statements over those tables may be read further now
    await registerAll(job, () => {});
  }
  return { assets, failed };
}

async function registerAll(doer: Doer, told: (done: number) => void): Promise<number> {
  let done = 0;
  // what leads to an asset is told when all are there
  await eachDescribed(doer, async (facts) => {
    await putThings(doer, facts);
    done += facts.length;
    told(done);
  });
  const there = new Map<string, Set<string>>();
  await eachDescribed(doer, async (facts, kind) => {
    await tellEdges(doer, facts);
    const ids = there.get(kind) ?? new Set();
    there.set(kind, ids);
    for (const { id } of facts) ids.add(id);
  });
  for (const [kind, ids] of there) await endOthers(doer, kind, ids);
  await endWritten(doer);
  return done;
}

/** Everything that modules can list, in parts; of a kind without things one that is empty. */
async function eachDescribed(
  { platform, spaceId }: Doer,
  work: (facts: AssetFacts[], kind: string) => Promise<void>,
): Promise<void> {
  const where = { platform, spaceId };
  for (const source of assetSources(platform)) {
    if (!source.list || !source.describe) continue;
    const all = Map.groupBy(await source.list(where), ({ kind }) => kind);
    for (const kind of new Set([...all.keys(), ...source.kinds])) {
      const ids = (all.get(kind) ?? []).map(({ id }) => id);
      await work([], kind);
      for (let at = 0; at < ids.length; at += 200)
        await work(await source.describe(where, kind, ids.slice(at, at + 200)), kind);
    }
  }
}

/** Assets of a kind that are there no more; of one guard where that is given. Tables that a task is still to write stay. */
async function endOthers(doer: Doer, kind: string, there: ReadonlySet<string>, guard?: string): Promise<void> {
  const from = reader(doer);
  const { rows } = await from.query<{ ref: string }>({
    text: `select ref from ${from.schema}.assets_asset where kind = $1 and state in ('live', 'deprecated') and ($2::text is null or guard = $2) and facts->>'known' is distinct from '${written}'`,
    values: [kind, guard ?? null],
  });
  await endAssets(
    doer,
    rows.filter(({ ref }) => !there.has(ref)).map(({ ref }) => ({ kind, id: ref })),
  );
}

/** What was released before there were assets, and what events did not tell. */
export const registerAtNight = inEverySpace('assets.register', '20 3 * * *', async (platform: Platform, spaceId) => {
  const doer = asSystem(platform, spaceId, 'assets.register');
  await spellWords(doer);
  await registerAll(doer, () => {});
});
