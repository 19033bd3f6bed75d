import type { PageList } from '@formwork/web/router/page-list.ts';
import { assets } from './asset-lists.ts';
import { etlTasks } from './etl-resources.ts';
import { directory } from './exchange-lists.ts';
import { sources } from './lists.ts';
import { chartEngine, dashboard, screen } from './readings.ts';

export const pages = {
  esb: {
    load: () => import('./pages/esb/EsbPage.tsx'),
    texts: ['gateway', 'resources', 'organization', 'analytics', 'charts', 'records', 'iot'],
  },
  esbPortal: {
    load: () => import('./pages/esb-portal/PortalPage.tsx'),
    texts: ['gatewayportal', 'gateway', 'charts', 'iot'],
  },
  esbConfig: {
    load: () => import('./pages/esb-config/EsbConfigPage.tsx'),
    texts: ['gateway', 'resources', 'document', 'organization', 'analytics', 'records', 'iot'],
  },
  dashboards: {
    load: () => import('./pages/dashboards/DashboardsPage.tsx'),
    texts: ['resources', 'organization', 'analytics', 'charts', 'records', 'iot'],
  },
  dashboard: {
    load: () => import('./pages/dashboard/DashboardPage.tsx'),
    texts: ['analytics', 'charts', 'records', 'sheets', 'etltask', 'timing', 'code'],
    reads: [dashboard, chartEngine],
  },
  chartDesigner: {
    load: () => import('./pages/designer/DesignerPage.tsx'),
    texts: [
      'resources',
      'document',
      'organization',
      'analytics',
      'charts',
      'records',
      'iot',
      'sheets',
      'code',
      'etltask',
      'timing',
      'views',
    ],
  },
  combinedDesigner: {
    load: () => import('./pages/combined/CombinedPage.tsx'),
    texts: ['resources', 'document', 'organization', 'analytics', 'charts', 'records', 'iot'],
  },
  chartView: {
    load: () => import('./pages/view/ChartViewPage.tsx'),
    texts: ['analytics', 'charts', 'records', 'sheets', 'etltask', 'timing', 'code'],
    reads: [chartEngine],
  },
  screen: {
    load: () => import('./pages/screen/ScreenPage.tsx'),
    texts: ['analytics', 'charts', 'records', 'etltask', 'timing', 'code'],
    reads: [screen, chartEngine],
  },
  dataSources: {
    load: () => import('./pages/sources/SourcesPage.tsx'),
    texts: ['sources', 'resources', 'iot'],
    reads: [sources],
  },
  dataExplorer: {
    load: () => import('./pages/explorer/ExplorerPage.tsx'),
    texts: ['explorer', 'sources', 'charts', 'code'],
  },
  etlTasks: {
    load: () => import('./pages/tasks/TasksPage.tsx'),
    texts: ['resources', 'runs', 'jobs', 'etltask', 'timing', 'code', 'organization', 'records', 'iot'],
    reads: [etlTasks.list],
  },
  etlTaskDesign: {
    load: () => import('./pages/tasks/TaskDesignPage.tsx'),
    texts: ['resources', 'document', 'code', 'etltask', 'timing', 'sources', 'organization', 'records', 'iot'],
  },
  etlFlows: {
    load: () => import('./pages/flows/FlowsPage.tsx'),
    texts: ['resources', 'document', 'runs', 'jobs', 'code', 'etltask', 'timing', 'organization', 'records', 'iot'],
  },
  etlTaskJobs: { load: () => import('./pages/jobs/TaskJobsPage.tsx'), texts: ['runs', 'jobs', 'etltask', 'iot'] },
  etlFlowJobs: { load: () => import('./pages/jobs/FlowJobsPage.tsx'), texts: ['runs', 'jobs', 'etltask', 'iot'] },
  dataExchange: {
    load: () => import('./pages/exchange/ExchangePage.tsx'),
    texts: ['dataexchange', 'etltask', 'code', 'iot'],
    reads: [directory],
  },
  dam: { load: () => import('./pages/assets/DamPage.tsx'), texts: ['assets', 'organization', 'records'] },
  dataAssets: {
    load: () => import('./pages/assets/ManagementPage.tsx'),
    texts: ['assets', 'organization', 'records', 'iot'],
    reads: [assets],
  },
  assetCategories: {
    load: () => import('./pages/assets/CategoriesPage.tsx'),
    texts: ['assets', 'organization', 'records', 'sheets'],
  },
  assetLineage: {
    load: () => import('./pages/assets/LineagePage.tsx'),
    texts: ['assets', 'organization', 'records', 'iot'],
  },
  assetPortal: {
    load: () => import('./pages/assets/PortalPage.tsx'),
    texts: ['assets', 'organization', 'records', 'iot'],
  },
} satisfies PageList<'big-data'>;
