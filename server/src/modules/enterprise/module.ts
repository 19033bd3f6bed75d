import { only } from '../../platform/http/sockets.ts';
import type { Module } from '../../platform/module.ts';
import { appearanceTopic } from './appearance.ts';
import { enterpriseRoutes } from './routes.ts';
import { startEnterprise } from './start.ts';

export const enterpriseModule: Module = {
  name: 'enterprise',
  routes: enterpriseRoutes,
  topics: { [appearanceTopic]: only('appearance') },
  start: startEnterprise,
};
