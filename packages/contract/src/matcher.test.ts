import { describe, expect, it } from 'vitest';
import { createMatcher, matchRoute, segmentsOf, spacePrefixOf } from './matcher.ts';
import { reservedAppIds } from './reserved-app-ids.ts';
import { appNames, fillPattern, pathTo, routes, type Layout, type Route } from './routes.ts';

/** Every pattern of the product with its layout, whether its page exists yet or not. */
const product: readonly (readonly [`/${string}`, Layout])[] = [
  ['/{spaceUri?}', 'customer'],
  ['/login', 'access'],
  ['/loginMiddle', 'access'],
  ['/entRegist', 'access'],
  ['/noPermission', 'access'],
  ['/preview', 'access'],
  ['/{spaceUri?}/designer-preview/{spaceId}/{module}/{appId}/{tableId}/{version}', 'access'],
  ['/{spaceUri?}/view-preview/{module}/{appId}/{terminal?}', 'access'],
  ['/share/{token}', 'access'],
  ['/embed/{id}', 'access'],
  ['/news/list', 'access'],
  ['/news/show/{id}', 'access'],
  ['/solutions/IntelligentPlant', 'access'],
  ['/{spaceUri?}/user/workbench/{id?}', 'customer'],
  ['/{spaceUri?}/user/messagecenter', 'customer'],
  ['/{spaceUri?}/user/subscribeManage', 'customer'],
  ['/{spaceUri?}/appcenter', 'customer'],
  ['/{spaceUri?}/application', 'customer'],
  ['/{spaceUri?}/appstore', 'customer'],
  ['/{spaceUri?}/appstore/myapps', 'customer'],
  ['/{spaceUri?}/appstore/upload', 'customer'],
  ['/{spaceUri?}/appstore/history', 'customer'],
  ['/{spaceUri?}/appstore/audit', 'customer'],
  ['/{spaceUri?}/qChat', 'customer'],
  ['/{spaceUri?}/home/user', 'customer'],
  ['/{spaceUri?}/setting/center', 'customer'],
  ['/{spaceUri?}/home/modifyPassword', 'customer'],
  ['/{spaceUri?}/search', 'customer'],
  ['/{spaceUri?}/organization/contacts/', 'customer'],
  ['/{spaceUri?}/organization/usercontactinfo/{userId}', 'customer'],
  ['/{spaceUri?}/recycle', 'customer'],
  ['/{spaceUri?}/screen/{id}', 'customer'],
  ['/{spaceUri?}/dashboard', 'customer'],
  ['/{spaceUri?}/dashboard/{id}', 'customer'],
  ['/{spaceUri?}/dataAnalyser/designer/{id?}', 'customer'],
  ['/{spaceUri?}/dataAnalyser/combined/{id?}', 'customer'],
  ['/{spaceUri?}/dataAnalyser/view/{id}', 'customer'],
  ['/{spaceUri?}/portal/manage', 'customer'],
  ['/{spaceUri?}/portal/create', 'customer'],
  ['/{spaceUri?}/portal/edit/{id}', 'customer'],
  ['/{spaceUri?}/portal/view/{id}', 'customer'],
  ['/{spaceUri?}/form', 'customer'],
  ['/{spaceUri?}/{app}/detail/{form?}', 'customer'],
  ['/{spaceUri?}/app/!/{module?}/{appId}', 'customer'],
  ['/{spaceUri?}/app/file/{appId}', 'customer'],
  ['/{spaceUri?}/form/app/setting/!/{appType}/{appId}/{version}/{tableId}', 'customer'],
  ['/{spaceUri?}/datacenter/table/list/{table}', 'customer'],
  ['/{spaceUri?}/appconfig/sysbutton/{module}/{appId}', 'customer'],
  ['/{spaceUri?}/ratioview/config/{module}/{appId}', 'customer'],
  ['/{spaceUri?}/customview/config/{module}/{appId}', 'customer'],
  ['/{spaceUri?}/apprecycle/{appId}/{module}', 'customer'],
  ['/{spaceUri?}/element/setting/{page}', 'customer'],
  ['/{spaceUri?}/appdesign', 'customer'],
  ['/{spaceUri?}/etl', 'index'],
  ['/{spaceUri?}/etl/datasource', 'index'],
  ['/{spaceUri?}/etl/datasource/dataExplorer', 'index'],
  ['/{spaceUri?}/etl/taskDesign', 'index'],
  ['/{spaceUri?}/etl/taskflow', 'index'],
  ['/{spaceUri?}/etl/taskJob', 'index'],
  ['/{spaceUri?}/etl/taskflow/job', 'index'],
  ['/{spaceUri?}/etl/dataExchange', 'index'],
  ['/{spaceUri?}/dam', 'index'],
  ['/{spaceUri?}/dataAsset/management', 'index'],
  ['/{spaceUri?}/dataAsset/management/category', 'index'],
  ['/{spaceUri?}/dataAsset/lineage/{assetId?}', 'index'],
  ['/{spaceUri?}/damportal', 'index'],
  ['/{spaceUri?}/esb', 'index'],
  ['/{spaceUri?}/esb/config/!/{cid}', 'index'],
  ['/{spaceUri?}/esb/portal', 'customer'],
  ['/{spaceUri?}/rulesengine', 'customer'],
  ['/{spaceUri?}/ruledesigner', 'customer'],
  ['/{spaceUri?}/ruledesigner/designer/{id}/{systemId}/{releaseId?}', 'customer'],
  ['/{spaceUri?}/qlangRuleDesignerList', 'customer'],
  ['/{spaceUri?}/qlangRuleDesigner', 'customer'],
  ['/{spaceUri?}/orchestration', 'index'],
  ['/{spaceUri?}/orchestration/designer/{id}', 'index'],
  ['/{spaceUri?}/orchestration/runs/{id?}', 'index'],
  ['/operation/notices/operation', 'root'],
  ['/operation/notices/offline', 'root'],
  ['/operation/systemJump', 'root'],
  ['/operation/roleAuthorisation', 'root'],
  ['/operation/personnel', 'root'],
  ['/operation/operationLog', 'root'],
  ['/operation/apiAccess', 'root'],
  ['/operation/sms/service', 'root'],
  ['/operation/sms/template', 'root'],
  ['/operation/payment/merchant', 'root'],
  ['/operation/payment/channel', 'root'],
  ['/operation/payment/product', 'root'],
  ['/operation/payment/type', 'root'],
  ['/operation/payment/reconciliation', 'root'],
  ['/operation/provider/category', 'root'],
  ['/operation/provider/create', 'root'],
  ['/operation/monitor/interface', 'root'],
  ['/operation/monitor/analysis', 'root'],
  ['/operation/tracking/registration', 'root'],
  ['/operation/tracking/analysis', 'root'],
  ['/operation/help', 'root'],
  ['/operation/documents', 'root'],
  ['/operation/developer', 'root'],
  ['/operation/package/enterprise', 'root'],
  ['/operation/package/community', 'root'],
  ['/operation/miniProgram', 'root'],
  ['/operation/privateDeployment', 'root'],
  ['/operation/customers', 'root'],
  ['/operation/users', 'root'],
  ['/operation/customerSms', 'root'],
  ['/operation/storeBanner', 'root'],
  ['/{spaceUri?}/enterprise/organization', 'index'],
  ['/{spaceUri?}/enterprise/roleManage', 'index'],
  ['/{spaceUri?}/enterprise/userRegister', 'index'],
  ['/{spaceUri?}/enterprise/postManage/{id?}', 'index'],
  ['/{spaceUri?}/sysop/webNavigation', 'index'],
  ['/{spaceUri?}/sysop/webNavigation/webConfigEntry/{id}', 'index'],
  ['/{spaceUri?}/sysop/appNavigation', 'index'],
  ['/{spaceUri?}/enterprise/info', 'index'],
  ['/{spaceUri?}/enterprise/baseData', 'index'],
  ['/{spaceUri?}/enterprise/logo', 'index'],
  ['/{spaceUri?}/enterprise/watermark', 'index'],
  ['/{spaceUri?}/enterprise/themeColour', 'index'],
  ['/{spaceUri?}/enterprise/workTime', 'index'],
  ['/{spaceUri?}/enterprise/emailTemplate', 'index'],
  ['/{spaceUri?}/enterprise/sharedData', 'index'],
  ['/{spaceUri?}/enterprise/supplier', 'index'],
  ['/{spaceUri?}/enterprise/chatSettings', 'index'],
  ['/{spaceUri?}/enterprise/robotSettings', 'index'],
  ['/{spaceUri?}/enterprise/documentPermission', 'index'],
  ['/{spaceUri?}/enterprise/accountSecurity', 'index'],
  ['/{spaceUri?}/enterprise/operatingOverview', 'index'],
  ['/{spaceUri?}/sysop/styleSheet', 'index'],
  ['/{spaceUri?}/sysop/elementSettings', 'index'],
  ['/{spaceUri?}/sysop/privatisation', 'index'],
  ['/{spaceUri?}/sysop/systemManage', 'index'],
  ['/{spaceUri?}/sysop/consolePermission', 'index'],
  ['/{spaceUri?}/sysop/release', 'index'],
  ['/{spaceUri?}/securityaudit/management', 'index'],
  ['/{spaceUri?}/securityaudit/audit', 'index'],
  ['/{spaceUri?}/sysop/threeAdmin', 'index'],
  ['/{spaceUri?}/sysop/resource', 'index'],
  ['/{spaceUri?}/sysop/workOrder', 'index'],
  ['/{spaceUri?}/sysop/identification', 'index'],
  ['/{spaceUri?}/sysop/iot/device', 'index'],
  ['/{spaceUri?}/sysop/iot/twin/{deviceId?}', 'index'],
  ['/{spaceUri?}/sysop/iot/pointParsing', 'index'],
  ['/{spaceUri?}/sysop/iot/video', 'index'],
  ['/{spaceUri?}/sysop/iot/video/advanced', 'index'],
  ['/{spaceUri?}/sysop/iot/eventEngine', 'index'],
  ['/{spaceUri?}/sysop/iot/ota', 'index'],
  ['/{spaceUri?}/sysop/iot/cloudConfig', 'index'],
  ['/{spaceUri?}/sysop/iot/positioning/card', 'index'],
  ['/{spaceUri?}/sysop/iot/positioning/device', 'index'],
  ['/{spaceUri?}/sysop/iot/positioning/areaManage', 'index'],
  ['/{spaceUri?}/sysop/iot/positioning/area', 'index'],
  ['/{spaceUri?}/sysop/iot/positioning/history', 'index'],
  ['/{spaceUri?}/sysop/iot/alarm/manage', 'index'],
  ['/{spaceUri?}/sysop/iot/alarm/center', 'index'],
  ['/{spaceUri?}/sysop/iot/plugin', 'index'],
  ['/{spaceUri?}/gis', 'customer'],
  ['/{spaceUri?}/gis/layers', 'index'],
];

const match = createMatcher<Route>(
  product.map(([pattern, layout]) => ({
    id: pattern,
    pattern,
    title: { zh: '', en: '' },
    owner: [],
    layout,
    app: 'main',
    page: '',
  })),
);

const found = (path: string) => {
  const result = match(path);
  return result && { pattern: result.route.pattern, params: result.params };
};

/** A path for a pattern, its optional parameters given or left out. */
function example(pattern: string, withOptionals: boolean): { path: string; params: Record<string, string> } {
  const params: Record<string, string> = {};
  for (const [, name, optional] of pattern.matchAll(/\{(\w+)(\?)?\}/g)) {
    if (!optional || withOptionals) params[name!] = name === 'spaceUri' ? 'space-a1' : `${name}9`;
  }
  return { path: fillPattern(pattern, params), params };
}

describe('every pattern of the product', () => {
  it.each(product)('%s is found by its own path', (pattern) => {
    for (const withOptionals of [false, true]) {
      const { path, params } = example(pattern, withOptionals);
      expect(found(path)).toEqual({ pattern, params });
    }
  });

  it.each(product.filter(([, layout]) => layout === 'customer'))('%s has a phone variant', (pattern) => {
    const { path, params } = example(pattern, false);
    expect(match(`/m${path}`)).toMatchObject({ route: { pattern }, params, phone: true });
    const inSpace = match(`/space-x/m${path === '/' ? '' : path}`);
    if (pattern.startsWith('/{spaceUri?}'))
      expect(inSpace).toMatchObject({ route: { pattern }, phone: true, spaceUri: 'space-x' });
    else expect(inSpace).toBeUndefined();
  });

  it.each(product.filter(([, layout]) => layout !== 'customer'))('%s has no phone variant', (pattern) => {
    expect(match(`/m${example(pattern, false).path}`)).toBeUndefined();
  });

  it('reserves every first literal as an app id', () => {
    for (const [pattern] of product) {
      const literal = pattern.split('/').filter((segment) => segment !== '' && segment !== '{spaceUri?}')[0];
      if (literal !== undefined && !literal.startsWith('{')) expect(reservedAppIds).toContain(literal);
    }
  });
});

describe('spaces', () => {
  it('takes the prefix off and tells it', () => {
    expect(match('/space-a1/user/workbench/x7')).toMatchObject({
      route: { pattern: '/{spaceUri?}/user/workbench/{id?}' },
      params: { spaceUri: 'space-a1', id: 'x7' },
      spaceUri: 'space-a1',
      phone: false,
    });
    expect(match('/space-a1')).toMatchObject({ route: { pattern: '/{spaceUri?}' }, params: { spaceUri: 'space-a1' } });
    expect(match('/')).toMatchObject({ route: { pattern: '/{spaceUri?}' }, params: {}, spaceUri: undefined });
  });

  it('knows one space however its prefix is typed', () => {
    expect(match('/Space-A1/user/workbench/X7')).toMatchObject({
      params: { spaceUri: 'space-a1', id: 'X7' },
      spaceUri: 'space-a1',
    });
    expect(spacePrefixOf('/SPACE-a1/x?y=Z')).toBe('space-a1');
    expect(spacePrefixOf('/spaces-a1')).toBeUndefined();
  });

  it('binds a first segment in the form of a space to nothing else', () => {
    expect(found('/space-a/detail/x')).toBeUndefined();
    expect(found('/space-a/x/detail')).toEqual({
      pattern: '/{spaceUri?}/{app}/detail/{form?}',
      params: { spaceUri: 'space-a', app: 'x' },
    });
    expect(found('/space-a/space-b/detail')).toEqual({
      pattern: '/{spaceUri?}/{app}/detail/{form?}',
      params: { spaceUri: 'space-a', app: 'space-b' },
    });
  });

  it.each(['space-', 'space-a_b', 'spacea', 'space-a-b'])('%s is no space', (segment) => {
    expect(match(`/${segment}`)).toBeUndefined();
    expect(spacePrefixOf(`/${segment}/x`)).toBeUndefined();
  });

  it("opens visitors' pages with a prefix too, but not the operator's", () => {
    for (const path of ['/login', '/entRegist', '/news/list', '/share/t1', '/preview']) {
      expect(match(`/space-x${path}`)).toMatchObject({ spaceUri: 'space-x', params: { spaceUri: 'space-x' } });
    }
    expect(match('/space-x/operation/operationLog')).toBeUndefined();
  });

  it('reads the prefix of a path', () => {
    expect(spacePrefixOf('/space-x1/m/application')).toBe('space-x1');
    expect(spacePrefixOf('/application')).toBeUndefined();
    expect(spacePrefixOf('/')).toBeUndefined();
  });
});

describe('overlaps', () => {
  it.each([
    ['/app/!/a1', '/{spaceUri?}/app/!/{module?}/{appId}', { appId: 'a1' }],
    ['/app/!/m1/a1', '/{spaceUri?}/app/!/{module?}/{appId}', { module: 'm1', appId: 'a1' }],
    ['/app/file/a1', '/{spaceUri?}/app/file/{appId}', { appId: 'a1' }],
    ['/a1b2c3/detail', '/{spaceUri?}/{app}/detail/{form?}', { app: 'a1b2c3' }],
    ['/a1b2c3/detail/f1', '/{spaceUri?}/{app}/detail/{form?}', { app: 'a1b2c3', form: 'f1' }],
    ['/dashboard', '/{spaceUri?}/dashboard', {}],
    ['/dashboard/detail', '/{spaceUri?}/dashboard/{id}', { id: 'detail' }],
    ['/screen/detail', '/{spaceUri?}/screen/{id}', { id: 'detail' }],
    ['/etl/taskflow/job', '/{spaceUri?}/etl/taskflow/job', {}],
    ['/esb/config/!/c1', '/{spaceUri?}/esb/config/!/{cid}', { cid: 'c1' }],
    [
      '/form/app/setting/!/t/a/1/f',
      '/{spaceUri?}/form/app/setting/!/{appType}/{appId}/{version}/{tableId}',
      { appType: 't', appId: 'a', version: '1', tableId: 'f' },
    ],
    [
      '/designer-preview/space-b/m/a/t/1',
      '/{spaceUri?}/designer-preview/{spaceId}/{module}/{appId}/{tableId}/{version}',
      { spaceId: 'space-b', module: 'm', appId: 'a', tableId: 't', version: '1' },
    ],
    ['/view-preview/m/a', '/{spaceUri?}/view-preview/{module}/{appId}/{terminal?}', { module: 'm', appId: 'a' }],
    ['/enterprise/postManage/p1', '/{spaceUri?}/enterprise/postManage/{id?}', { id: 'p1' }],
    ['/organization/contacts/', '/{spaceUri?}/organization/contacts/', {}],
    ['/organization/contacts', '/{spaceUri?}/organization/contacts/', {}],
    ['/orchestration/runs', '/{spaceUri?}/orchestration/runs/{id?}', {}],
    ['/orchestration/designer/d1', '/{spaceUri?}/orchestration/designer/{id}', { id: 'd1' }],
    [
      '/ruledesigner/designer/1/s',
      '/{spaceUri?}/ruledesigner/designer/{id}/{systemId}/{releaseId?}',
      { id: '1', systemId: 's' },
    ],
    ['/portal/edit/e', '/{spaceUri?}/portal/edit/{id}', { id: 'e' }],
  ])('%s', (path, pattern, params) => {
    expect(found(path)).toEqual({ pattern, params });
    if (!pattern.startsWith('/{spaceUri?}')) return;
    expect(found(`/space-z${path}`)).toEqual({ pattern, params: { spaceUri: 'space-z', ...params } });
  });

  it.each([...reservedAppIds])('%s/detail is no record', (literal) => {
    expect(match(`/${literal}/detail`)?.route.pattern).not.toBe('/{spaceUri?}/{app}/detail/{form?}');
  });

  it.each([
    '/nowhere',
    '/etl/detail',
    '/etl/nowhere',
    '/app',
    '/app/!',
    '/app/!/a/b/c',
    '/Application',
    '/login/x',
    '/m/m/application',
    '/%E0%A4%A',
  ])('%s is no page', (path) => {
    expect(match(path)).toBeUndefined();
  });

  it('ranks a literal before a required before an optional parameter', () => {
    const route = (pattern: `/${string}`): Route => ({
      id: pattern,
      pattern,
      title: { zh: '', en: '' },
      owner: [],
      layout: 'customer',
      app: 'main',
      page: '',
    });
    const ranked = createMatcher(
      ['/x/{a?}', '/x/{a}', '/x/y', '/{b}/y', '/{a?}/{b?}/c'].map((pattern) => route(pattern as `/${string}`)),
    );
    expect(ranked('/x/y')?.route.pattern).toBe('/x/y');
    expect(ranked('/x/z')?.route.pattern).toBe('/x/{a}');
    expect(ranked('/x')?.route.pattern).toBe('/x/{a?}');
    expect(ranked('/z/y')?.route.pattern).toBe('/{b}/y');
    expect(ranked('/c')?.params).toEqual({});
    expect(ranked('/1/c')?.params).toEqual({ a: '1' });
    expect(ranked('/1/2/c')?.params).toEqual({ a: '1', b: '2' });
  });
});

/** Pages that the product has none of. */
const ours: [pattern: string, layout: Layout][] = [
  // the table names it in the words of its sister on the web
  ['/{spaceUri?}/sysop/appNavigation/webConfigEntry/{id}', 'index'],
  ['/operation/failedEvents', 'root'],
];

it('decodes parameters and writes them encoded', () => {
  expect(match('/dashboard/%E6%97%A5%2F1')?.params).toEqual({ id: '日/1' });
  expect(segmentsOf('/a//b/')).toEqual(['a', 'b']);
  expect(fillPattern('/{spaceUri?}/dashboard/{id}', { id: '日/1' })).toBe('/dashboard/%E6%97%A5%2F1');
  expect(() => fillPattern('/dashboard/{id}', {})).toThrow('needs id');
});

describe('the manifest', () => {
  it('keeps to the patterns and layouts of the product', () => {
    for (const route of routes) expect([...product, ...ours]).toContainEqual([route.pattern, route.layout]);
    expect(new Set(routes.map((route) => route.id)).size).toBe(routes.length);
    for (const route of routes) expect(appNames).toContain(route.app);
  });

  it('finds its own addresses', () => {
    expect(matchRoute(pathTo('appList', { appId: 'a1' }))).toMatchObject({
      route: { id: 'appList' },
      params: { appId: 'a1' },
    });
    expect(pathTo('login', {}, { to: '/a?b=1', empty: undefined })).toBe('/login?to=%2Fa%3Fb%3D1');
    expect(pathTo('workbench')).toBe('/user/workbench');
    expect(pathTo('home')).toBe('/');
  });
});
