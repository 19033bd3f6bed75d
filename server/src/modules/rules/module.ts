import type { Module } from '../../platform/module.ts';
import { knowFormRules, knowFormStarts } from '../records/public.ts';
import { ruleActions } from './actions.ts';
import { dropOldTraces, ruleClock } from './clock.ts';
import { ruleButtons } from './list.ts';
import { rulesInSaves } from './in-saves.ts';
import { rulesSubscriber } from './later.ts';
import { listenForRules } from './live.ts';
import { rulesRoutes } from './routes.ts';
import { ruleKind } from './rule-kind.ts';
import { ruleRunKind } from './run.ts';
import { scriptKind } from './script-kind.ts';

export const rulesModule: Module = {
  name: 'rules',
  routes: rulesRoutes,
  kinds: [ruleKind, scriptKind],
  actions: ruleActions,
  runs: [ruleRunKind],
  subscribers: [rulesSubscriber],
  periodic: [ruleClock, dropOldTraces],
  start(platform) {
    listenForRules(platform);
    knowFormRules(platform, (form) => rulesInSaves(platform, form));
    knowFormStarts(platform, ruleButtons);
  },
};
