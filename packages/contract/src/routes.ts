import type { Role } from './roles.ts';

/** The twelve separately served front-end applications. */
export const appNames = [
  'main', 'app-design', 'big-data', 'index', 'gis', 'chat', 'user', 'operations', 'logic', 'app-framework', 'app-view', 'iot',
] as const;
export type AppName = (typeof appNames)[number];

/** index: the enterprise's console, root: the operator's, customer: where people work, access: no frame. */
export type Layout = 'index' | 'root' | 'customer' | 'access';

export interface Route {
  id: string;
  /** Segments are literals, `{name}` or `{name?}`. */
  pattern: `/${string}`;
  title: { zh: string; en: string };
  /** Roles that may open the page; empty lets any visitor in. */
  owner: readonly Role[];
  layout: Layout;
  app: AppName;
  /** The page module, below the application's folder. */
  page: string;
  /** Editions in which the page exists; every edition when left out. */
  system?: readonly ('qpaas' | 'qycloud')[];
  /** The navigation that lists the page. */
  belong?: 'console' | 'header';
  /** The page renders user-made content in a sandboxed frame. */
  sandbox?: boolean;
  /** The enterprise's own style sheet applies. */
  style?: boolean;
  /** Links on this page open in a new window. */
  newWindow?: boolean;
  /** Its place in the side navigation; pages without one are reached by links. */
  nav?: { icon: string; order: number; group?: string };
  /** Its place among the tabs at the bottom of a phone, under a shorter title where it needs one. */
  phoneTab?: { icon: string; order: number; title?: { zh: string; en: string } };
}

const everyone = ['user', 'admin', 'safe', 'audit'] as const;
const designers = ['admin', 'safe', 'audit'] as const;

/** One entry a page. Only pages that work stand here; `docs/ADD_A_THING.md` says how to add one. */
export const routes = [
  {
    id: 'home', pattern: '/{spaceUri?}', title: { zh: '首页', en: 'Home' }, owner: [...everyone, 'root', 'saas'],
    layout: 'customer', app: 'main', page: 'pages/home/HomePage',
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
    id: 'preview', pattern: '/preview', title: { zh: '预览', en: 'Preview' }, owner: [],
    layout: 'access', app: 'app-view', page: 'pages/preview/PreviewPage', sandbox: true,
  },
  {
    id: 'noPermission', pattern: '/noPermission', title: { zh: '无权限', en: 'No permission' }, owner: [],
    layout: 'access', app: 'main', page: 'pages/no-permission/NoPermissionPage',
  },
  {
    id: 'share', pattern: '/share/{token}', title: { zh: '分享', en: 'Shared page' }, owner: [],
    layout: 'access', app: 'app-view', page: 'pages/share/SharePage',
  },
  {
    id: 'workbench', pattern: '/{spaceUri?}/user/workbench/{id?}', title: { zh: '工作台', en: 'Workbench' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/workbench/WorkbenchPage',
    belong: 'header', nav: { icon: 'workbench', order: 10 }, phoneTab: { icon: 'workbench', order: 10 },
  },
  {
    id: 'messageCentre', pattern: '/{spaceUri?}/user/messagecenter', title: { zh: '消息中心', en: 'Message centre' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/messages/MessagesPage',
    belong: 'header', phoneTab: { icon: 'messages', order: 20, title: { zh: '消息', en: 'Messages' } },
  },
  {
    id: 'subscriptions', pattern: '/{spaceUri?}/user/subscribeManage', title: { zh: '订阅管理', en: 'Subscriptions' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/subscriptions/SubscriptionsPage',
  },
  {
    id: 'application', pattern: '/{spaceUri?}/application', title: { zh: '我的应用', en: 'Applications' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/applications/ApplicationsPage',
    belong: 'header', nav: { icon: 'apps', order: 20 }, phoneTab: { icon: 'apps', order: 30, title: { zh: '应用', en: 'Apps' } },
  },
  {
    id: 'appCentre', pattern: '/{spaceUri?}/appcenter', title: { zh: '应用中心', en: 'App centre' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/app-centre/AppCentrePage',
    belong: 'header', nav: { icon: 'store', order: 25 },
  },
  {
    id: 'search', pattern: '/{spaceUri?}/search', title: { zh: '全局搜索', en: 'Global search' }, owner: everyone,
    layout: 'customer', app: 'main', page: 'pages/search/SearchPage',
    belong: 'header',
  },
  {
    id: 'modifyPassword', pattern: '/{spaceUri?}/home/modifyPassword', title: { zh: '修改密码', en: 'Change password' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/password/ModifyPasswordPage',
  },
  {
    id: 'myHome', pattern: '/{spaceUri?}/home/user', title: { zh: '个人主页', en: 'My home' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/home/HomePage',
  },
  {
    id: 'personalCentre', pattern: '/{spaceUri?}/setting/center', title: { zh: '个人中心', en: 'Personal centre' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/personal-centre/PersonalCentrePage',
    phoneTab: { icon: 'me', order: 50, title: { zh: '我', en: 'Me' } },
  },
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
    id: 'recycle', pattern: '/{spaceUri?}/recycle', title: { zh: '回收站', en: 'Recycle bin' }, owner: designers,
    layout: 'customer', app: 'main', page: 'pages/recycle/RecyclePage',
    belong: 'header', nav: { icon: 'recycle', order: 80 },
  },
  {
    id: 'appRecycle', pattern: '/{spaceUri?}/apprecycle/{appId}/{module}', title: { zh: '应用回收站', en: 'App recycle bin' }, owner: designers,
    layout: 'customer', app: 'app-framework', page: 'pages/recycle/AppRecyclePage',
  },
  {
    id: 'formSettings', pattern: '/{spaceUri?}/form/app/setting/!/{appType}/{appId}/{version}/{tableId}',
    title: { zh: '表单设置', en: 'Form settings' }, owner: designers,
    layout: 'customer', app: 'app-design', page: 'pages/settings/FormSettingsPage',
  },
  {
    id: 'dataModel', pattern: '/{spaceUri?}/datacenter/table/list/{table}', title: { zh: '数据模型', en: 'Data model and monitoring' }, owner: designers,
    layout: 'customer', app: 'app-design', page: 'pages/data-model/DataModelPage',
  },
  {
    id: 'sysButtons', pattern: '/{spaceUri?}/appconfig/sysbutton/{module}/{appId}', title: { zh: '系统按钮配置', en: 'System buttons' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/buttons/SystemButtonsPage',
  },
  {
    id: 'elementSetting', pattern: '/{spaceUri?}/element/setting/{page}', title: { zh: '元素设置', en: 'Element settings' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/elements/ElementSettingPage',
  },
  {
    id: 'designerPreview', pattern: '/{spaceUri?}/designer-preview/{spaceId}/{module}/{appId}/{tableId}/{version}',
    title: { zh: '设计预览', en: 'Designer preview' }, owner: everyone,
    layout: 'access', app: 'app-view', page: 'pages/designer-preview/DesignerPreviewPage',
  },
  {
    id: 'viewPreview', pattern: '/{spaceUri?}/view-preview/{module}/{appId}/{terminal?}', title: { zh: '视图预览', en: 'View preview' }, owner: everyone,
    layout: 'access', app: 'app-view', page: 'pages/view-preview/ViewPreviewPage',
  },
  {
    id: 'customViews', pattern: '/{spaceUri?}/customview/config/{module}/{appId}', title: { zh: '自定义视图配置', en: 'Custom view settings' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/views/CustomViewsPage',
  },
  {
    id: 'ratioViews', pattern: '/{spaceUri?}/ratioview/config/{module}/{appId}', title: { zh: '占用视图配置', en: 'Resource occupancy view settings' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/views/RatioViewsPage',
  },
  {
    id: 'appDesign', pattern: '/{spaceUri?}/appdesign', title: { zh: '应用设计', en: 'App design' }, owner: ['admin'],
    layout: 'customer', app: 'app-design', page: 'pages/apps/AppDesignPage',
    belong: 'header', nav: { icon: 'design', order: 30 },
  },
  {
    id: 'organization', pattern: '/{spaceUri?}/enterprise/organization', title: { zh: '组织架构', en: 'Organisation structure' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/organization/OrganizationPage',
    belong: 'console', nav: { icon: 'organization', order: 10, group: 'people' },
  },
  {
    id: 'roleManage', pattern: '/{spaceUri?}/enterprise/roleManage', title: { zh: '角色管理', en: 'Role management' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/roles/RoleManagePage',
    belong: 'console', nav: { icon: 'roles', order: 20, group: 'people' },
  },
  {
    id: 'enterpriseInfo', pattern: '/{spaceUri?}/enterprise/info', title: { zh: '企业信息', en: 'Enterprise info' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/InfoPage',
    belong: 'console', nav: { icon: 'enterprise', order: 50, group: 'enterprise' },
  },
  {
    id: 'logo', pattern: '/{spaceUri?}/enterprise/logo', title: { zh: '企业Logo', en: 'Logo' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/LogoPage',
    belong: 'console', nav: { icon: 'logo', order: 52, group: 'enterprise' },
  },
  {
    id: 'themeColour', pattern: '/{spaceUri?}/enterprise/themeColour', title: { zh: '主题色', en: 'Theme colour' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/ThemePage',
    belong: 'console', nav: { icon: 'theme', order: 54, group: 'enterprise' },
  },
  {
    id: 'watermark', pattern: '/{spaceUri?}/enterprise/watermark', title: { zh: '水印', en: 'Watermark' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/WatermarkPage',
    belong: 'console', nav: { icon: 'watermark', order: 56, group: 'enterprise' },
  },
  {
    id: 'workTime', pattern: '/{spaceUri?}/enterprise/workTime', title: { zh: '工作时间', en: 'Work time' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/enterprise/WorkTimePage',
    belong: 'console', nav: { icon: 'worktime', order: 58, group: 'enterprise' },
  },
  {
    id: 'baseData', pattern: '/{spaceUri?}/enterprise/baseData', title: { zh: '基础数据配置', en: 'Base data config' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/base-data/BaseDataPage',
    belong: 'console', nav: { icon: 'data', order: 59, group: 'enterprise' },
  },
  {
    id: 'systemManage', pattern: '/{spaceUri?}/sysop/systemManage', title: { zh: '系统管理', en: 'System management' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/systems/SystemsPage',
    belong: 'console', nav: { icon: 'systems', order: 60, group: 'applications' },
  },
  {
    id: 'deviceList', pattern: '/{spaceUri?}/sysop/iot/device', title: { zh: '设备列表', en: 'Device list' }, owner: ['admin'],
    layout: 'index', app: 'iot', page: 'pages/devices/DevicesPage',
    belong: 'console', nav: { icon: 'devices', order: 65, group: 'iot' },
  },
  {
    id: 'webNavigation', pattern: '/{spaceUri?}/sysop/webNavigation', title: { zh: 'Web导航', en: 'Web navigation' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/WebNavigationPage',
    belong: 'console', nav: { icon: 'menu', order: 62, group: 'applications' },
  },
  {
    id: 'webNavigationEntry', pattern: '/{spaceUri?}/sysop/webNavigation/webConfigEntry/{id}', title: { zh: 'Web导航入口', en: 'Web navigation entry' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/WebConfigEntryPage',
  },
  {
    id: 'appNavigation', pattern: '/{spaceUri?}/sysop/appNavigation', title: { zh: 'App导航', en: 'App navigation' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/navigation/AppNavigationPage',
    belong: 'console', nav: { icon: 'phone', order: 64, group: 'applications' },
  },
  {
    id: 'consolePermission', pattern: '/{spaceUri?}/sysop/consolePermission', title: { zh: '控制台权限', en: 'Console permission' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/console-permission/ConsolePermissionPage',
    belong: 'console', nav: { icon: 'console', order: 70, group: 'security' },
  },
  {
    id: 'securityReview', pattern: '/{spaceUri?}/securityaudit/management', title: { zh: '安全审查', en: 'Security review' }, owner: ['safe'],
    layout: 'index', app: 'index', page: 'pages/review/SecurityReviewPage',
    belong: 'console', nav: { icon: 'review', order: 80, group: 'security' },
  },
  {
    id: 'threeAdmin', pattern: '/{spaceUri?}/sysop/threeAdmin', title: { zh: '三员管理', en: 'Three-admin management' }, owner: designers,
    layout: 'index', app: 'index', page: 'pages/review/ThreeAdminPage',
    belong: 'console', nav: { icon: 'three', order: 85, group: 'security' },
  },
  {
    id: 'audit', pattern: '/{spaceUri?}/securityaudit/audit', title: { zh: '审计', en: 'Audit' }, owner: ['audit'],
    layout: 'index', app: 'index', page: 'pages/audit/AuditPage',
    belong: 'console', nav: { icon: 'log', order: 90, group: 'security' },
  },
  {
    id: 'accountSecurity', pattern: '/{spaceUri?}/enterprise/accountSecurity', title: { zh: '账号与密码安全', en: 'Account and password security' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/account-security/AccountSecurityPage',
    belong: 'console', nav: { icon: 'security', order: 68, group: 'security' },
  },
  {
    id: 'postManage', pattern: '/{spaceUri?}/enterprise/postManage/{id?}', title: { zh: '岗位管理', en: 'Post management' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/posts/PostManagePage',
    belong: 'console', nav: { icon: 'posts', order: 15, group: 'people' },
  },
  {
    id: 'userRegister', pattern: '/{spaceUri?}/enterprise/userRegister', title: { zh: '用户注册', en: 'User registration' }, owner: ['admin'],
    layout: 'index', app: 'index', page: 'pages/user-register/UserRegisterPage',
    belong: 'console', nav: { icon: 'newcomers', order: 12, group: 'people' },
  },
  {
    id: 'contacts', pattern: '/{spaceUri?}/organization/contacts/', title: { zh: '通讯录', en: 'Contacts' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/contacts/ContactsPage',
    belong: 'header', nav: { icon: 'people', order: 40 }, phoneTab: { icon: 'people', order: 40 },
  },
  {
    id: 'contactCard', pattern: '/{spaceUri?}/organization/usercontactinfo/{userId}', title: { zh: '联系人', en: 'Contact card' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/contacts/ContactCardPage',
  },
  {
    id: 'customers', pattern: '/operation/customers', title: { zh: '客户管理', en: 'Customer management' }, owner: ['root', 'saas'],
    layout: 'root', app: 'operations', page: 'pages/customers/CustomersPage',
    belong: 'console', nav: { icon: 'enterprise', order: 2, group: 'customers' },
  },
  {
    id: 'users', pattern: '/operation/users', title: { zh: '用户管理', en: 'User management' }, owner: ['root', 'saas'],
    layout: 'root', app: 'operations', page: 'pages/users/UsersPage',
    belong: 'console', nav: { icon: 'people', order: 4, group: 'customers' },
  },
  {
    id: 'roleAuthorisation', pattern: '/operation/roleAuthorisation', title: { zh: '角色授权', en: 'Role authorisation' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/roles/RoleAuthorisationPage',
    belong: 'console', nav: { icon: 'roles', order: 6, group: 'staff' },
  },
  {
    id: 'personnel', pattern: '/operation/personnel', title: { zh: '人员管理', en: 'Personnel management' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/personnel/PersonnelPage',
    belong: 'console', nav: { icon: 'posts', order: 8, group: 'staff' },
  },
  {
    id: 'failedEvents', pattern: '/operation/failedEvents', title: { zh: '事件处理', en: 'Event handling' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/events/FailedEventsPage',
    belong: 'console', nav: { icon: 'alarm', order: 9, group: 'security' },
  },
  {
    id: 'operationLog', pattern: '/operation/operationLog', title: { zh: '操作日志', en: 'Operation log' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/operation-log/OperationLogPage',
    belong: 'console', nav: { icon: 'log', order: 10, group: 'security' },
  },
] as const satisfies readonly Route[];

type ManifestRoute = (typeof routes)[number];
export type RouteId = ManifestRoute['id'];

/** The ids of the pages that one application brings. */
export type RouteIdOf<App extends AppName> = Extract<ManifestRoute, { app: App }>['id'];

export const routeById = Object.fromEntries(routes.map((route) => [route.id, route])) as unknown as Record<RouteId, Route>;

export function mayOpen(route: Route, role: Role | undefined): boolean {
  return route.owner.length === 0 || (role !== undefined && route.owner.includes(role));
}

type ParamNames<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;
type Params<Names extends string> = { [N in Names as N extends `${string}?` ? never : N]: string } & {
  [N in Names as N extends `${infer Plain}?` ? Plain : never]?: string;
};
export type PathParams<Id extends RouteId> = Params<Exclude<ParamNames<Extract<ManifestRoute, { id: Id }>['pattern']>, 'spaceUri?'>>;
export type QueryInput = Record<string, string | number | boolean | null | undefined>;

/** The address of a page, without a space: links and the router put the current one in front. */
export function pathTo<Id extends RouteId>(
  id: Id,
  ...[params, query]: Record<string, never> extends PathParams<Id> ? [params?: PathParams<Id>, query?: QueryInput] : [params: PathParams<Id>, query?: QueryInput]
): string {
  return fillPattern(routeById[id].pattern, params ?? {}) + queryText(query);
}

export function fillPattern(pattern: string, params: Record<string, string | undefined>): string {
  const segments = pattern.split('/').filter((segment) => segment !== '').flatMap((segment) => {
    const name = /^\{(\w+)(\?)?\}$/.exec(segment);
    if (!name) return [segment];
    const value = params[name[1]!];
    if (value === undefined && name[2] === undefined) throw new Error(`The path ${pattern} needs ${name[1]}`);
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return `/${segments.join('/')}`;
}

function queryText(query: QueryInput | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
