import { only } from '../../platform/http/sockets.ts';
import type { Module } from '../../platform/module.ts';
import { appPart } from './packages/app-part.ts';
import { buttonsPart } from './packages/buttons-part.ts';
import { formPart } from './packages/form-part.ts';
import { notificationsPart } from './packages/notifications-part.ts';
import { formAssets } from './assets.ts';
import { formsChanged, releasedSubscriber } from './releases/released.ts';
import { buttonsTopic } from './rights/buttons.ts';
import { formsRoutes } from './routes.ts';
import { sampleTables } from './schema/table-samples.ts';
import { startForms } from './start.ts';
import { constraintCodes } from './tables.ts';

export const formsModule: Module = {
  name: 'forms',
  routes: formsRoutes,
  parts: [appPart, formPart, buttonsPart, notificationsPart],
  periodic: [sampleTables],
  subscribers: [releasedSubscriber],
  topics: { [buttonsTopic]: only('app') },
  rightsMessages: [formsChanged],
  constraintCodes,
  assets: [formAssets],
  start: startForms,
};
