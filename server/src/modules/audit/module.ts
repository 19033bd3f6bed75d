import type { Module } from '../../platform/module.ts';
import { month, runKind } from '../../platform/runs/run-kinds.ts';
import { checkRun, runCheck } from './check.ts';
import { exportRun, runExport } from './export.ts';
import { auditRoutes } from './routes.ts';

export const auditModule: Module = {
  name: 'audit',
  routes: auditRoutes,
  runs: [
    runKind({ ...checkRun, retries: 4, keep: month, work: runCheck }),
    runKind({ ...exportRun, retries: 4, keep: month, work: runExport }),
  ],
};
