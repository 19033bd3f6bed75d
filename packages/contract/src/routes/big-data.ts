import type { Route } from '../routes.ts';
import { everyone } from './owners.ts';

/** Pages of the application `big-data`. */
export const bigDataRoutes = [
  {
    id: 'esb', pattern: '/{spaceUri?}/esb', title: { zh: '数据网关', en: 'Data gateway' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/esb/EsbPage', belong: 'console',
  },
  {
    id: 'esbConfig', pattern: '/{spaceUri?}/esb/config/!/{cid}', title: { zh: '网关配置', en: 'Gateway config' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/esb-config/EsbConfigPage', belong: 'console',
  },
  {
    id: 'esbPortal', pattern: '/{spaceUri?}/esb/portal', title: { zh: '开发者门户', en: 'Developer portal' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/esb-portal/PortalPage', belong: 'header', style: true,
  },
  {
    id: 'dashboards', pattern: '/{spaceUri?}/dashboard', title: { zh: '仪表盘', en: 'Dashboards' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/dashboards/DashboardsPage',
    belong: 'header', style: true,
  },
  {
    id: 'dashboard', pattern: '/{spaceUri?}/dashboard/{id}', title: { zh: '仪表盘查看', en: 'Dashboard viewer' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/dashboard/DashboardPage', style: true,
  },
  {
    id: 'chartDesigner', pattern: '/{spaceUri?}/dataAnalyser/designer/{id?}', title: { zh: '数据分析设计器', en: 'Data analyser designer' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/designer/DesignerPage', style: true,
  },
  {
    id: 'combinedDesigner', pattern: '/{spaceUri?}/dataAnalyser/combined/{id?}', title: { zh: '组合设计器', en: 'Combined designer' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/combined/CombinedPage', style: true,
  },
  {
    id: 'chartView', pattern: '/{spaceUri?}/dataAnalyser/view/{id}', title: { zh: '图表查看', en: 'Chart viewer' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/view/ChartViewPage', style: true,
  },
  {
    id: 'screen', pattern: '/{spaceUri?}/screen/{id}', title: { zh: '数据大屏', en: 'Data screen' }, owner: everyone,
    layout: 'customer', app: 'big-data', page: 'pages/screen/ScreenPage', style: true, sandbox: true, newWindow: true,
  },
  {
    id: 'dam', pattern: '/{spaceUri?}/dam', title: { zh: '数据资产', en: 'Data assets' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/assets/DamPage', belong: 'console',
  },
  {
    id: 'dataAssets', pattern: '/{spaceUri?}/dataAsset/management', title: { zh: '资产管理', en: 'Asset management' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/assets/ManagementPage', belong: 'console',
  },
  {
    id: 'assetCategories', pattern: '/{spaceUri?}/dataAsset/management/category', title: { zh: '资产分类', en: 'Asset categories' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/assets/CategoriesPage', belong: 'console',
  },
  {
    id: 'assetLineage', pattern: '/{spaceUri?}/dataAsset/lineage/{assetId?}', title: { zh: '血缘分析', en: 'Lineage analysis' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/assets/LineagePage', belong: 'console',
  },
  {
    id: 'assetPortal', pattern: '/{spaceUri?}/damportal', title: { zh: '资产门户', en: 'Asset portal' }, owner: ['admin'],
    layout: 'index', app: 'big-data', page: 'pages/assets/PortalPage', belong: 'console',
  },
] as const satisfies readonly Route[];
