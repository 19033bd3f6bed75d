import { only } from '../../platform/http/sockets.ts';
import type { Module } from '../../platform/module.ts';
import { pageElementsKind } from './elements-kind.ts';
import { consoleRoutes, menusTopic } from './routes.ts';
import { startConsole } from './start.ts';

export const consoleModule: Module = {
  name: 'console',
  routes: consoleRoutes,
  kinds: [pageElementsKind],
  topics: { [menusTopic]: only('menus', 'elements') },
  start: startConsole,
};
