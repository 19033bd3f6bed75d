import type { Module } from '../../platform/module.ts';
import { month, runKind } from '../../platform/runs/run-kinds.ts';
import { applyPackage } from './apply.ts';
import { dropPlans } from './installs.ts';
import { rollBackPackage } from './roll-back.ts';
import { packagesRoutes } from './routes.ts';
import { applyRun, rollbackRun } from './run-names.ts';

export const packagesModule: Module = {
  name: 'packages',
  routes: packagesRoutes,
  periodic: [dropPlans],
  runs: [
    runKind({ ...applyRun, retries: 4, keep: month, work: applyPackage }),
    runKind({ ...rollbackRun, retries: 4, keep: month, work: rollBackPackage }),
  ],
};
