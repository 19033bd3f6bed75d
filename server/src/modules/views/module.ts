import type { Module } from '../../platform/module.ts';
import { viewAssets } from './assets.ts';
import { copiesSubscriber } from './copies.ts';
import { viewPart } from './package-part.ts';
import { viewsRoutes } from './routes.ts';
import { sharedView } from './shared.ts';
import { startViews, viewRulesSubscriber } from './rules.ts';
import { constraintCodes } from './tables.ts';
import { templateViewsSubscriber } from './template-views.ts';

export const viewsModule: Module = {
  name: 'views',
  routes: viewsRoutes,
  parts: [viewPart],
  shares: [sharedView],
  start: startViews,
  subscribers: [viewRulesSubscriber, copiesSubscriber, templateViewsSubscriber],
  constraintCodes,
  assets: [viewAssets],
};
