import type { Route } from '../routes.ts';
import { designers, everyone } from './owners.ts';

/** Pages of the application `main`. */
export const mainRoutes = [
  {
    id: 'home', pattern: '/{spaceUri?}', title: { zh: '首页', en: 'Home' }, owner: [...everyone, 'root', 'saas'],
    layout: 'customer', app: 'main', page: 'pages/home/HomePage', style: true, phoneTab: { icon: 'home', order: 5 },
  },
  {
    id: 'login', pattern: '/login', title: { zh: '登录', en: 'Sign in' }, owner: [],
    layout: 'access', app: 'main', page: 'pages/login/LoginPage',
  },
  {
    id: 'loginMiddle', pattern: '/loginMiddle', title: { zh: '登录中转', en: 'Sign-in relay' }, owner: [],
    layout: 'access', app: 'main', page: 'pages/login/LoginMiddlePage',
  },
  {
    id: 'entRegist', pattern: '/entRegist', title: { zh: '企业注册', en: 'Enterprise sign-up' }, owner: [],
    layout: 'access', app: 'main', page: 'pages/ent-regist/EntRegistPage',
  },
  {
    id: 'noPermission', pattern: '/noPermission', title: { zh: '无权限', en: 'No permission' }, owner: [],
    layout: 'access', app: 'main', page: 'pages/no-permission/NoPermissionPage',
  },
  {
    id: 'workbench', pattern: '/{spaceUri?}/user/workbench/{id?}', title: { zh: '工作台', en: 'Workbench' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/workbench/WorkbenchPage',
    belong: 'header', style: true, phoneTab: { icon: 'workbench', order: 10 },
  },
  {
    id: 'messageCentre', pattern: '/{spaceUri?}/user/messagecenter', title: { zh: '消息中心', en: 'Message centre' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/messages/MessagesPage', belong: 'header', style: true, phoneTab: { icon: 'messages', order: 20, title: { zh: '消息', en: 'Messages' } },
  },
  {
    id: 'subscriptions', pattern: '/{spaceUri?}/user/subscribeManage', title: { zh: '订阅管理', en: 'Subscriptions' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/subscriptions/SubscriptionsPage', style: true,
  },
  {
    id: 'application', pattern: '/{spaceUri?}/application', title: { zh: '我的应用', en: 'Applications' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/applications/ApplicationsPage',
    belong: 'header', style: true, phoneTab: { icon: 'apps', order: 30, title: { zh: '应用', en: 'Apps' } },
  },
  {
    id: 'appCentre', pattern: '/{spaceUri?}/appcenter', title: { zh: '应用中心', en: 'App centre' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/app-centre/AppCentrePage',
    belong: 'header', style: true,
  },
  {
    id: 'search', pattern: '/{spaceUri?}/search', title: { zh: '全局搜索', en: 'Global search' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/search/SearchPage', belong: 'header', style: true,
  },
  {
    id: 'recycle', pattern: '/{spaceUri?}/recycle', title: { zh: '回收站', en: 'Recycle bin' }, owner: designers,
    layout: 'customer', app: 'main', page: 'pages/recycle/RecyclePage',
    style: true,
  },
] as const satisfies readonly Route[];
