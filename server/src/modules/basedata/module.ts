import type { Module } from '../../platform/module.ts';
import { month, runKind } from '../../platform/runs/run-kinds.ts';
import { dropOldRegionSheets, regionsRun, runRegionImport } from './region-import.ts';
import { basedataRoutes } from './routes.ts';
import { constraintCodes } from './tables.ts';

export const basedataModule: Module = {
  name: 'basedata',
  routes: basedataRoutes,
  runs: [runKind({ ...regionsRun, retries: 4, keep: month, work: runRegionImport })],
  periodic: [dropOldRegionSheets],
  constraintCodes,
};
