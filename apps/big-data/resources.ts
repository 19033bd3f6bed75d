import { pathTo } from '@formwork/contract/routes.ts';
import { lazy } from 'react';
import { resourceOf } from '@formwork/web/resources/resource.ts';

export const dashboards = resourceOf({
  kind: 'dashboard',
  area: 'analytics',
  title: 'analytics.title',
  add: 'analytics.dashboard.add',
  none: 'analytics.dashboard.none',
  noneHint: 'analytics.dashboard.none_hint',
  hrefOf: (id) => pathTo('combinedDesigner', { id }),
  viewOf: (id) => pathTo('dashboard', { id }),
  favourites: true,
});

export const screens = resourceOf({
  kind: 'screen',
  area: 'analytics',
  title: 'analytics.title',
  add: 'analytics.screen.add',
  none: 'analytics.screen.none',
  noneHint: 'analytics.screen.none_hint',
  Begin: lazy(() => import('./parts/ScreenTemplates.tsx').then((module) => ({ default: module.ScreenTemplates }))),
  hrefOf: (id) => pathTo('combinedDesigner', { id }, { kind: 'screen' }),
  viewOf: (id) => pathTo('screen', { id }),
  favourites: true,
});

export const charts = resourceOf({
  kind: 'chart',
  area: 'analytics',
  title: 'analytics.title',
  add: 'analytics.chart.add',
  none: 'analytics.chart.none',
  noneHint: 'analytics.chart.none_hint',
  hrefOf: (id) => pathTo('chartDesigner', { id }),
  viewOf: (id) => pathTo('chartView', { id }),
  favourites: true,
});

export const dataSets = resourceOf({
  kind: 'dataset',
  area: 'analytics',
  title: 'analytics.title',
  add: 'analytics.set.add',
  none: 'analytics.set.none',
  noneHint: 'analytics.set.none_hint',
  hrefOf: (id) => pathTo('chartDesigner', { id }, { kind: 'dataset' }),
});
