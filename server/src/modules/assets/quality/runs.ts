import type { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { checkTimes } from '@formwork/contract/assets/quality.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { month, runKind } from '../../../platform/runs/run-kinds.ts';
import { startRunNow } from '../../../platform/runs/runs.ts';
import { checkContracts } from '../contracts/check-contract.ts';
import { endedTasks } from '../ended-tasks.ts';
import { checkAsset } from './check-asset.ts';
import { checkName, isChecking } from './checking.ts';
import { requireReadable } from './rules.ts';

export const checkRun = runKind({
  ...checkName,
  retries: 1,
  keep: month,
  maySee: ({ user }) => roleHolds(user.role, 'assets.asset.edit'),
  repeats: true,
  work: async (job) => {
    const ending = new AbortController();
    const looking = setInterval(() => {
      if (job.cancelled()) ending.abort();
    }, 500);
    try {
      return await checkAsset(job, job.payload.asset, { signal: ending.signal });
    } finally {
      clearInterval(looking);
    }
  },
});

export async function startCheck(
  ctx: Ctx,
  { params }: InputOf<(typeof assetQualityApi)['check']>,
): Promise<ResponseOf<(typeof assetQualityApi)['check']>> {
  const asset = await requireReadable(ctx, params.assetId);
  if (await isChecking(ctx, asset.id)) throw conflict('assets.rule.checking');
  const { id } = await startRunNow(ctx, checkName, { asset: asset.id });
  return { runId: id };
}

/** What has rules of a time, one after another: they share the engine with the tasks. */
async function checkThose(platform: Platform, spaceId: string, time: (typeof checkTimes)[number]): Promise<void> {
  const schema = spaceSchema(spaceId);
  const { rows } = await spaceQuery<{ asset: number }>(platform, {
    text: `select distinct asset from ${schema}.assets_rule where enabled and spec ->> 'when' = $1 order by asset`,
    values: [time],
  });
  for (const { asset } of rows)
    await checkAsset({ platform, spaceId }, asset, { times: [time] }).catch((error: unknown) =>
      platform.log.error({ err: error, asset }, 'an asset could not be checked'),
    );
}

export const checkByNight = inEverySpace('assets.check.night', '40 3 * * *', async (platform: Platform, spaceId) => {
  await checkThose(platform, spaceId, 'night');
  await spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.assets_check where at < now() - interval '400 days'`,
  });
  // what other systems told, and what our runs told them, is history by then: its edges stay
  for (const table of ['assets_outside', 'assets_told'])
    await spaceQuery(platform, {
      text: `delete from ${spaceSchema(spaceId)}.${table} where at < now() - interval '90 days'`,
    });
});
export const checkByHour = inEverySpace('assets.check.hour', '10 * * * *', async (platform: Platform, spaceId) => {
  await checkThose(platform, spaceId, 'hour');
  await checkContracts({ platform, spaceId });
});

/** What a data task has written is looked at when it is done. */
export const checkAfterTasks: Subscriber = {
  name: 'assets.check',
  start: 'now',
  types: ['runs.ended'],
  async handle(platform, spaceId, events) {
    const tasks = endedTasks(events);
    if (tasks.length === 0) return;
    const schema = spaceSchema(spaceId);
    const { rows } = await spaceQuery<{ asset: number }>(platform, {
      text: `select distinct e.to_asset as asset from ${schema}.assets_asset t join ${schema}.assets_edge e on e.from_asset = t.id and e.valid_to is null
        where (exists (select 1 from ${schema}.assets_rule r where r.asset = e.to_asset and r.enabled) or exists (select 1 from ${schema}.assets_contract k where k.asset = e.to_asset)) and t.kind = 'etl_task' and t.ref = any($1::text[])`,
      values: [tasks],
    });
    for (const { asset } of rows) await checkAsset({ platform, spaceId }, asset, { times: ['night', 'hour'] });
  },
};
