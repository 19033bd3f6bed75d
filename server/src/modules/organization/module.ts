import type { Module } from '../../platform/module.ts';
import { month, runKind } from '../../platform/runs/run-kinds.ts';
import { changed } from './directory/directory.ts';
import { handOverRun, runHandOver } from './hand-over.ts';
import { importPeople } from './import/import-job.ts';
import { dropOldPeopleSheets } from './import/import-retention.ts';
import { peopleImportRun } from './import/imports.ts';
import { directorySubscriber } from './public.ts';
import { organizationRoutes } from './routes.ts';
import { constraintCodes } from './tables.ts';

export const organizationModule: Module = {
  name: 'organization',
  routes: organizationRoutes,
  runs: [
    runKind({ ...handOverRun, retries: 4, keep: month, work: runHandOver }),
    runKind({ ...peopleImportRun, retries: 4, keep: month, work: importPeople }),
  ],
  subscribers: [directorySubscriber],
  rightsMessages: [changed],
  periodic: [dropOldPeopleSheets],
  constraintCodes,
};
