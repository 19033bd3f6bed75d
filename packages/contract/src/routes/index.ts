import type { Route } from '../routes.ts';
import { designers } from './owners.ts';

/** Pages of the application `index`. */
export const indexRoutes = [
  {
    id: 'organization', pattern: '/{spaceUri?}/enterprise/organization', title: { zh: '组织架构', en: 'Organisation structure' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/organization/OrganizationPage',
    delegable: ['people'], belong: 'console',
  },
  {
    id: 'roleManage', pattern: '/{spaceUri?}/enterprise/roleManage', title: { zh: '角色管理', en: 'Role management' }, owner: ['admin'],
    delegable: ['rights', 'roles'],
    layout: 'index', app: 'index', page: 'pages/roles/RoleManagePage',
    belong: 'console',
  },
  {
    id: 'enterpriseInfo', pattern: '/{spaceUri?}/enterprise/info', title: { zh: '企业信息', en: 'Enterprise info' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/InfoPage',
    belong: 'console',
  },
  {
    id: 'logo', pattern: '/{spaceUri?}/enterprise/logo', title: { zh: '企业Logo', en: 'Logo' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/LogoPage',
    belong: 'console',
  },
  {
    id: 'themeColour', pattern: '/{spaceUri?}/enterprise/themeColour', title: { zh: '主题色', en: 'Theme colour' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/ThemePage',
    belong: 'console',
  },
  {
    id: 'watermark', pattern: '/{spaceUri?}/enterprise/watermark', title: { zh: '水印', en: 'Watermark' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/WatermarkPage',
    belong: 'console',
  },
  {
    id: 'workTime', pattern: '/{spaceUri?}/enterprise/workTime', title: { zh: '工作时间', en: 'Work time' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/WorkTimePage',
    belong: 'console',
  },
  {
    id: 'baseData', pattern: '/{spaceUri?}/enterprise/baseData', title: { zh: '基础数据配置', en: 'Base data config' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/base-data/BaseDataPage',
    belong: 'console',
  },
  {
    id: 'systemManage', pattern: '/{spaceUri?}/sysop/systemManage', title: { zh: '系统管理', en: 'System management' }, owner: ['admin'],
    delegable: ['applications'],
    layout: 'index', app: 'index', page: 'pages/systems/SystemsPage',
    belong: 'console',
  },
  {
    id: 'webNavigation', pattern: '/{spaceUri?}/sysop/webNavigation', title: { zh: 'Web导航', en: 'Web navigation' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/WebNavigationPage',
    belong: 'console',
  },
  {
    id: 'webNavigationEntry', pattern: '/{spaceUri?}/sysop/webNavigation/webConfigEntry/{id}', title: { zh: 'Web导航入口', en: 'Web navigation entry' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/WebConfigEntryPage', belong: 'console',
  },
  {
    id: 'appNavigation', pattern: '/{spaceUri?}/sysop/appNavigation', title: { zh: 'App导航', en: 'App navigation' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/AppNavigationPage',
    belong: 'console',
  },
  {
    id: 'appNavigationEntry', pattern: '/{spaceUri?}/sysop/appNavigation/webConfigEntry/{id}', title: { zh: 'App导航入口', en: 'App navigation entry' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/AppConfigEntryPage', belong: 'console',
  },
  {
    id: 'styleSheet', pattern: '/{spaceUri?}/sysop/styleSheet', title: { zh: '样式表', en: 'Style sheet' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/StyleSheetPage',
    belong: 'console',
  },
  {
    id: 'consolePermission', pattern: '/{spaceUri?}/sysop/consolePermission', title: { zh: '控制台权限', en: 'Console permission' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/console-permission/ConsolePermissionPage',
    belong: 'console',
  },
  {
    id: 'securityReview', pattern: '/{spaceUri?}/securityaudit/management', title: { zh: '安全审查', en: 'Security review' }, owner: ['safe'],
    layout: 'index', app: 'index', page: 'pages/review/SecurityReviewPage',
    belong: 'console',
  },
  {
    id: 'threeAdmin', pattern: '/{spaceUri?}/sysop/threeAdmin', title: { zh: '三员管理', en: 'Three-admin management' }, owner: designers,
    layout: 'index', app: 'index', page: 'pages/review/ThreeAdminPage',
    belong: 'console',
  },
  {
    id: 'audit', pattern: '/{spaceUri?}/securityaudit/audit', title: { zh: '审计', en: 'Audit' }, owner: ['audit'],
    layout: 'index', app: 'index', page: 'pages/audit/AuditPage',
    belong: 'console',
  },
  {
    id: 'accountSecurity', pattern: '/{spaceUri?}/enterprise/accountSecurity', title: { zh: '账号与密码安全', en: 'Account and password security' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/account-security/AccountSecurityPage',
    belong: 'console',
  },
  {
    id: 'postManage', pattern: '/{spaceUri?}/enterprise/postManage/{id?}', title: { zh: '岗位管理', en: 'Post management' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/posts/PostManagePage',
    delegable: ['posts'], belong: 'console',
  },
  {
    id: 'userRegister', pattern: '/{spaceUri?}/enterprise/userRegister', title: { zh: '用户注册', en: 'User registration' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/user-register/UserRegisterPage',
    delegable: ['registrations'], belong: 'console',
  },
] as const satisfies readonly Route[];
