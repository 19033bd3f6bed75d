import type { Route } from '../routes.ts';
import { designers } from './owners.ts';

/** Pages of the application `app-design`. */
export const appDesignRoutes = [
  {
    id: 'formSettings', pattern: '/{spaceUri?}/form/app/setting/!/{appType}/{appId}/{version}/{tableId}',
    title: { zh: '表单设置', en: 'Form settings' }, owner: designers,
    layout: 'customer', app: 'app-design', page: 'pages/settings/FormSettingsPage', style: true,
  },
  {
    id: 'dataModel', pattern: '/{spaceUri?}/datacenter/table/list/{table}', title: { zh: '数据模型', en: 'Data model and monitoring' }, owner: designers,
    layout: 'customer', app: 'app-design', page: 'pages/data-model/DataModelPage', style: true,
  },
  {
    id: 'sysButtons', pattern: '/{spaceUri?}/appconfig/sysbutton/{module}/{appId}', title: { zh: '系统按钮配置', en: 'System buttons' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/buttons/SystemButtonsPage', style: true,
  },
  {
    id: 'elementSetting', pattern: '/{spaceUri?}/element/setting/{page}', title: { zh: '元素设置', en: 'Element settings' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/elements/ElementSettingPage', style: true,
  },
  {
    id: 'customViews', pattern: '/{spaceUri?}/customview/config/{module}/{appId}', title: { zh: '自定义视图配置', en: 'Custom view settings' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/views/CustomViewsPage', style: true,
  },
  {
    id: 'ratioViews', pattern: '/{spaceUri?}/ratioview/config/{module}/{appId}', title: { zh: '占用视图配置', en: 'Resource occupancy view settings' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/views/RatioViewsPage', style: true,
  },
  {
    id: 'appDesign', pattern: '/{spaceUri?}/appdesign', title: { zh: '应用设计', en: 'App design' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/apps/AppDesignPage',
    style: true,
  },
] as const satisfies readonly Route[];
