import type { Module } from '../../platform/module.ts';
import { runsTold } from './open-lineage/told.ts';
import { checkAfterTasks, checkByHour, checkByNight, checkRun } from './quality/runs.ts';
import { assetsRoutes } from './routes.ts';
import { registerAtNight, registerRun } from './runs.ts';
import { startAssets } from './start.ts';
import { assetSubscriber, usageSubscriber } from './subscriber.ts';

export const assetsModule: Module = {
  name: 'assets',
  routes: assetsRoutes,
  subscribers: [assetSubscriber, usageSubscriber, checkAfterTasks, runsTold],
  runs: [registerRun, checkRun],
  periodic: [registerAtNight, checkByNight, checkByHour],
  constraintCodes: { assets_word_name: { code: 'assets.word.name_taken', path: 'name' } },
  start: startAssets,
};
