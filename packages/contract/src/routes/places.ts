/**
 * Where each page is found: a line a page, in the order of the side navigations and of the launcher. Pages still to be made stand
 * here too, so that one is in its place as soon as its application has it; `places.test.ts` says what a new one must give.
 */
type Line = readonly [path: string, icon: string, where?: 'launcher'];

const places = {
  workspace: {
    work: [
      ['/', 'home'],
      ['/user/workbench/{id?}', 'workbench'],
      ['/user/messagecenter', 'messages', 'launcher'],
      ['/user/subscribeManage', 'bell', 'launcher'],
      ['/qChat', 'chat'],
      ['/organization/contacts/', 'people'],
      ['/search', 'search', 'launcher'],
      ['/news/list', 'news', 'launcher'],
    ],
    applications: [
      ['/application', 'apps'],
      ['/appcenter', 'store'],
      ['/appstore', 'shop'],
      ['/appstore/myapps', 'installed', 'launcher'],
      ['/appstore/upload', 'upload', 'launcher'],
      ['/appstore/history', 'history', 'launcher'],
    ],
    analysis: [
      ['/dashboard', 'chart'],
      ['/dataAnalyser/designer/{id?}', 'line', 'launcher'],
      ['/dataAnalyser/combined/{id?}', 'screen', 'launcher'],
      ['/esb/portal', 'gateway', 'launcher'],
      ['/gis', 'place'],
      ['/solutions/IntelligentPlant', 'plant', 'launcher'],
    ],
    build: [
      ['/appdesign', 'design'],
      ['/portal/manage', 'layout'],
      ['/portal/create', 'add', 'launcher'],
      ['/rulesengine', 'rules'],
      ['/ruledesigner', 'flow'],
      ['/qlangRuleDesignerList', 'code'],
      ['/qlangRuleDesigner', 'code', 'launcher'],
      ['/recycle', 'recycle'],
    ],
    personal: [
      ['/home/user', 'posts', 'launcher'],
      ['/setting/center', 'me', 'launcher'],
      ['/home/modifyPassword', 'key', 'launcher'],
    ],
  },
  data: {
    integration: [
      ['/etl', 'tasks'],
      ['/etl/taskDesign', 'design', 'launcher'],
      ['/etl/taskflow', 'flow'],
      ['/etl/taskflow/job', 'runs', 'launcher'],
      ['/etl/taskJob', 'monitor'],
      ['/etl/datasource', 'data'],
      ['/etl/datasource/dataExplorer', 'explore'],
      ['/etl/dataExchange', 'exchange'],
    ],
    assets: [
      ['/dam', 'assets'],
      ['/damportal', 'shop'],
      ['/dataAsset/management', 'quality'],
      ['/dataAsset/management/category', 'systems'],
      ['/dataAsset/lineage/{assetId?}', 'lineage'],
    ],
    gateway: [
      ['/esb', 'gateway'],
      ['/orchestration', 'flow'],
      ['/orchestration/runs/{id?}', 'runs'],
    ],
  },
  iot: {
    devices: [
      ['/sysop/iot/device', 'devices'],
      ['/sysop/iot/twin/{deviceId?}', 'twin'],
      ['/sysop/iot/pointParsing', 'code'],
      ['/sysop/iot/plugin', 'plugin'],
      ['/sysop/iot/ota', 'cloud'],
    ],
    alarms: [
      ['/sysop/iot/alarm/center', 'alarm'],
      ['/sysop/iot/alarm/manage', 'bell'],
      ['/sysop/iot/eventEngine', 'energy'],
    ],
    scada: [
      ['/sysop/iot/cloudConfig', 'screen'],
      ['/sysop/iot/video', 'video'],
      ['/sysop/iot/video/advanced', 'settings'],
    ],
    positioning: [
      ['/sysop/iot/positioning/area', 'aim'],
      ['/sysop/iot/positioning/areaManage', 'layout'],
      ['/sysop/iot/positioning/card', 'posts'],
      ['/sysop/iot/positioning/device', 'gateway'],
      ['/sysop/iot/positioning/history', 'history'],
      ['/gis/layers', 'layers'],
    ],
  },
  administration: {
    people: [
      ['/enterprise/organization', 'organization'],
      ['/enterprise/userRegister', 'newcomers'],
      ['/enterprise/postManage/{id?}', 'posts'],
      ['/enterprise/roleManage', 'roles'],
      ['/sysop/consolePermission', 'console'],
      ['/enterprise/supplier', 'transport'],
    ],
    enterprise: [
      ['/enterprise/info', 'enterprise'],
      ['/enterprise/logo', 'logo'],
      ['/enterprise/themeColour', 'theme'],
      ['/enterprise/watermark', 'watermark'],
      ['/enterprise/workTime', 'worktime'],
      ['/enterprise/baseData', 'data'],
      ['/enterprise/emailTemplate', 'mail'],
      ['/enterprise/sharedData', 'exchange'],
    ],
    appAdministration: [
      ['/sysop/systemManage', 'systems'],
      ['/sysop/webNavigation', 'menu'],
      ['/sysop/appNavigation', 'phone'],
      ['/sysop/release', 'release'],
      ['/sysop/styleSheet', 'code'],
      ['/sysop/elementSettings', 'settings'],
      ['/sysop/identification', 'barcode'],
    ],
    collaboration: [
      ['/enterprise/chatSettings', 'chat'],
      ['/enterprise/robotSettings', 'robot'],
      ['/enterprise/documentPermission', 'folder'],
    ],
    security: [
      ['/enterprise/accountSecurity', 'security'],
      ['/sysop/threeAdmin', 'three'],
      ['/securityaudit/management', 'review'],
      ['/securityaudit/audit', 'log'],
    ],
    platform: [
      ['/enterprise/operatingOverview', 'chart'],
      ['/sysop/resource', 'server'],
      ['/sysop/privatisation', 'key'],
      ['/sysop/workOrder', 'support'],
    ],
  },
  operator: {
    customers: [
      ['/operation/customers', 'enterprise'],
      ['/operation/users', 'people'],
      ['/operation/customerSms', 'phone'],
      ['/operation/provider/category', 'systems'],
      ['/operation/provider/create', 'newcomers'],
    ],
    staff: [
      ['/operation/roleAuthorisation', 'roles'],
      ['/operation/personnel', 'posts'],
      ['/operation/apiAccess', 'key'],
      ['/operation/operationLog', 'log'],
    ],
    notices: [
      ['/operation/notices/operation', 'notice'],
      ['/operation/notices/offline', 'worktime'],
      ['/operation/help', 'support'],
      ['/operation/documents', 'knowledge'],
      ['/operation/developer', 'code'],
      ['/operation/storeBanner', 'logo'],
    ],
    packages: [
      ['/appstore/audit', 'review'],
      ['/operation/package/enterprise', 'installed'],
      ['/operation/package/community', 'store'],
      ['/operation/miniProgram', 'phone'],
      ['/operation/privateDeployment', 'security'],
      ['/operation/systemJump', 'link'],
    ],
    sms: [
      ['/operation/sms/service', 'mail'],
      ['/operation/sms/template', 'form'],
    ],
    payment: [
      ['/operation/payment/merchant', 'sales'],
      ['/operation/payment/channel', 'exchange'],
      ['/operation/payment/product', 'purchase'],
      ['/operation/payment/type', 'money'],
      ['/operation/payment/reconciliation', 'quality'],
    ],
    monitoring: [
      ['/operation/monitor/interface', 'monitor'],
      ['/operation/monitor/analysis', 'chart'],
      ['/operation/tracking/registration', 'aim'],
      ['/operation/tracking/analysis', 'line'],
      ['/operation/failedEvents', 'alarm'],
    ],
  },
} as const satisfies Record<string, Record<string, readonly Line[]>>;

export type Area = keyof typeof places;
export const areas = Object.keys(places) as Area[];
/** The areas of the enterprise's console. */
export const consoleAreas = ['administration', 'data', 'iot'] as const satisfies readonly Area[];

export interface PagePlace {
  area: Area;
  /** Its heading is the text `shell.nav.<group>`. */
  group: string;
  icon: string;
  order: number;
  /** In the side navigation too; the others are in the launcher, in Ctrl-K and where links lead to them. */
  side: boolean;
}

/** `designer`: the page has the whole window, its head is the only bar. `screen`: nothing but the page. */
export type PageFrame = 'designer' | 'screen';

const frames: Record<string, PageFrame> = {
  '/form/app/setting/!/{appType}/{appId}/{version}/{tableId}': 'designer',
  '/dataAnalyser/designer/{id?}': 'designer',
  '/dataAnalyser/combined/{id?}': 'designer',
  '/portal/edit/{id}': 'designer',
  '/etl/taskDesign': 'designer',
  '/ruledesigner/designer/{id}/{systemId}/{releaseId?}': 'designer',
  '/qlangRuleDesigner': 'designer',
  '/orchestration/designer/{id}': 'designer',
  '/screen/{id}': 'screen',
};

/** Lists whose things are designed at the same address: where these names are in it, a designer. */
const designersBy: Record<string, readonly string[]> = {
  '/etl/taskflow': ['id', 'design'],
  '/sysop/iot/cloudConfig': ['id', 'design'],
};

const byPath = new Map<string, PagePlace>();
let order = 0;
for (const area of areas)
  for (const [group, lines] of Object.entries(places[area] as Record<string, readonly Line[]>))
    for (const [path, icon, where] of lines)
      byPath.set(path, { area, group, icon, order: (order += 1), side: where === undefined });

/** Where a page is found; nowhere for one that needs a record, or stands outside. */
export function navOfPattern(pattern: string): PagePlace | undefined {
  return byPath.get(pathOf(pattern));
}

/** Of a page without a place of its own: the place that stands above it by its address. */
export function navAbovePattern(pattern: string): PagePlace | undefined {
  for (let path = pathOf(pattern); path.lastIndexOf('/') > 0; ) {
    path = path.slice(0, path.lastIndexOf('/'));
    const place = byPath.get(path);
    if (place) return place;
  }
  return undefined;
}

export function frameOfPattern(pattern: string, query: Record<string, unknown> = {}): PageFrame | undefined {
  const path = pathOf(pattern);
  return frames[path] ?? (designersBy[path]?.some((name) => name in query) ? 'designer' : undefined);
}

/** The paths that stand in these tables, for the tests. */
export const placedPaths: readonly string[] = [...byPath.keys(), ...Object.keys(frames), ...Object.keys(designersBy)];

function pathOf(pattern: string): string {
  return pattern.replace('/{spaceUri?}', '') || '/';
}
