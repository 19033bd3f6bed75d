import type { Route } from '../routes.ts';
import { designers, everyone } from './owners.ts';

/** Pages of the application `app-framework`. */
export const appFrameworkRoutes = [
  {
    id: 'form', pattern: '/{spaceUri?}/form', title: { zh: '表单', en: 'Form' }, owner: everyone,
    layout: 'customer', app: 'app-framework', page: 'pages/form/FormPage', style: true,
  },
  {
    id: 'recordDetail', pattern: '/{spaceUri?}/{app}/detail/{form?}', title: { zh: '记录详情', en: 'Record detail' }, owner: everyone,
    layout: 'customer', app: 'app-framework', page: 'pages/record/RecordDetailPage', style: true,
  },
  {
    id: 'appList', pattern: '/{spaceUri?}/app/!/{module?}/{appId}', title: { zh: '应用', en: 'App' }, owner: everyone,
    layout: 'customer', app: 'app-framework', page: 'pages/list/AppListPage', style: true,
  },
  {
    id: 'fileApp', pattern: '/{spaceUri?}/app/file/{appId}', title: { zh: '文件应用', en: 'File app' }, owner: everyone,
    layout: 'customer', app: 'app-framework', page: 'pages/files/FileAppPage', style: true,
  },
  {
    id: 'appRecycle', pattern: '/{spaceUri?}/apprecycle/{appId}/{module}', title: { zh: '应用回收站', en: 'App recycle bin' }, owner: designers,
    layout: 'customer', app: 'app-framework', page: 'pages/recycle/AppRecyclePage', style: true,
  },
] as const satisfies readonly Route[];
