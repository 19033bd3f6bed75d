import { chatRoutes } from './modules/chat/token.ts';
import { dropLooseFiles } from './modules/files/remove.ts';
import { filesRoutes } from './modules/files/routes.ts';
import { formsRoutes } from './modules/forms/routes.ts';
import { constraintCodes as formsConstraints } from './modules/forms/tables.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { constraintCodes as identityConstraints } from './modules/identity/tables.ts';
import { jobsRoutes } from './modules/jobs/routes.ts';
import { directorySubscriber } from './modules/organization/public.ts';
import { organizationRoutes } from './modules/organization/routes.ts';
import { constraintCodes as organizationConstraints } from './modules/organization/tables.ts';
import { operationsRoutes } from './modules/operations/routes.ts';
import { attachSubscriber } from './modules/records/attachments.ts';
import { runImport } from './modules/records/import-job.ts';
import { importJob } from './modules/records/imports.ts';
import { liveSubscriber as recordsLive, mayWatchForm } from './modules/records/live.ts';
import { recordsRoutes } from './modules/records/routes.ts';
import { startRecords } from './modules/records/start.ts';
import { workflowRoutes } from './modules/workflow/routes.ts';
import { listenForReleases } from './modules/workflow/released.ts';
import { liveSubscriber } from './modules/workflow/subscribers.ts';
import { constraintCodes as workflowConstraints } from './modules/workflow/tables.ts';
import type { Module } from './platform/module.ts';

/** Every domain of the house, in the order of the floors. */
export const modules: Module[] = [
  { name: 'identity', routes: identityRoutes, constraintCodes: identityConstraints },
  { name: 'organization', routes: organizationRoutes, subscribers: [directorySubscriber], constraintCodes: organizationConstraints },
  { name: 'files', routes: filesRoutes, periodic: [dropLooseFiles] },
  { name: 'forms', routes: formsRoutes, constraintCodes: formsConstraints },
  { name: 'records', routes: recordsRoutes, jobs: { [importJob]: runImport }, subscribers: [attachSubscriber, recordsLive], topics: { form: mayWatchForm }, start: startRecords },
  { name: 'workflow', routes: workflowRoutes, subscribers: [liveSubscriber], constraintCodes: workflowConstraints, start: listenForReleases },
  { name: 'jobs', routes: jobsRoutes },
  { name: 'chat', routes: chatRoutes },
  { name: 'operations', routes: operationsRoutes },
];
