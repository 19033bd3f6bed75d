import { chatRoutes } from './modules/chat/token.ts';
import { dropLooseFiles } from './modules/files/remove.ts';
import { filesRoutes } from './modules/files/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { constraintCodes as identityConstraints } from './modules/identity/tables.ts';
import { jobsRoutes } from './modules/jobs/routes.ts';
import { operationsRoutes } from './modules/operations/routes.ts';
import type { Module } from './platform/module.ts';

/** Every domain of the house, in the order of the floors. */
export const modules: Module[] = [
  { name: 'identity', routes: identityRoutes, constraintCodes: identityConstraints },
  { name: 'files', routes: filesRoutes, periodic: [dropLooseFiles] },
  { name: 'jobs', routes: jobsRoutes },
  { name: 'chat', routes: chatRoutes },
  { name: 'operations', routes: operationsRoutes },
];
