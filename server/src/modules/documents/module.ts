import type { Module } from '../../platform/module.ts';
import { attachDocuments } from './attach-subscriber.ts';
import { rulesChanged } from './folder-rules.ts';
import { documentsRoutes } from './routes.ts';
import { mayWatchDocuments, startDocuments } from './start.ts';

export const documentsModule: Module = {
  name: 'documents',
  routes: documentsRoutes,
  subscribers: [attachDocuments],
  topics: { documents: mayWatchDocuments },
  rightsMessages: [rulesChanged],
  start: startDocuments,
};
