import type { Module } from '../../platform/module.ts';
import { chartKind } from './kinds/chart.ts';
import { dashboardKind } from './kinds/dashboard.ts';
import { screenKind } from './kinds/screen.ts';
import { analyticsRoutes } from './routes.ts';
import { sharedAnalyses } from './shared.ts';

export const analyticsModule: Module = {
  name: 'analytics',
  routes: analyticsRoutes,
  kinds: [chartKind, dashboardKind, screenKind],
  shares: sharedAnalyses,
};
