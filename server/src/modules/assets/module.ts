import { endByHour } from './access/grant.ts';
import { processesDecide } from './access/process.ts';
import { lookByNight } from './ages/look.ts';
import { countCalls } from './api-usage.ts';
import type { Module } from '../../platform/module.ts';
import { sendByMinute } from './open-lineage/send.ts';
import { runsTold } from './open-lineage/told.ts';
import { checkAfterTasks, checkByHour, checkByNight, checkRun } from './quality/runs.ts';
import { assetsRoutes } from './routes.ts';
import { registerAtNight, registerRun } from './runs.ts';
import { startAssets } from './start.ts';
import { assetSubscriber, usageSubscriber } from './subscriber.ts';
import { lookAfterTasks } from './look-after-tasks.ts';

export const assetsModule: Module = {
  name: 'assets',
  routes: assetsRoutes,
  subscribers: [assetSubscriber, usageSubscriber, lookAfterTasks, checkAfterTasks, runsTold, processesDecide],
  runs: [registerRun, checkRun],
  periodic: [registerAtNight, checkByNight, checkByHour, sendByMinute, countCalls, lookByNight, endByHour],
  constraintCodes: { assets_word_name: { code: 'assets.word.name_taken', path: 'name.zh' } },
  start: startAssets,
};
