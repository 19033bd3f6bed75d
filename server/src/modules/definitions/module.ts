import type { Module } from '../../platform/module.ts';
import { definitionAssets } from './assets.ts';
import { emptyBin } from './bin.ts';
import { releasedSubscriber } from './released.ts';
import { definitionsRoutes } from './routes.ts';
import { rulesChanged } from './rules.ts';
import { startDefinitions } from './start.ts';
import { constraintCodes } from './tables.ts';
import { definitionTopic, mayWatchDefinition } from './topic.ts';

export const definitionsModule: Module = {
  name: 'definitions',
  routes: definitionsRoutes,
  subscribers: [releasedSubscriber],
  topics: { [definitionTopic]: mayWatchDefinition },
  rightsMessages: [rulesChanged],
  periodic: [emptyBin],
  constraintCodes,
  assets: [definitionAssets],
  start: startDefinitions,
};
