import type { Module } from '../../platform/module.ts';
import { month, runKind } from '../../platform/runs/run-kinds.ts';
import { codesRun, printRun, runCodes, runPrint } from './jobs.ts';
import { printingRoutes } from './routes.ts';
import { startPrinting } from './start.ts';
import { constraintCodes } from './tables.ts';
import { forgetTemplates, printTemplateKind } from './template-kind.ts';

export const printingModule: Module = {
  name: 'printing',
  routes: printingRoutes,
  kinds: [printTemplateKind],
  subscribers: [forgetTemplates],
  runs: [
    runKind({ ...printRun, retries: 4, keep: month, work: runPrint }),
    runKind({ ...codesRun, retries: 4, keep: month, work: runCodes }),
  ],
  constraintCodes,
  start: startPrinting,
};
