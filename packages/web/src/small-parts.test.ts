import { expect, it, vi } from 'vitest';
import { setClientString } from './client-string.ts';
import { currentLocale, loadErrorText, loadTexts, setLocale, t } from './i18n/i18n.ts';
import { nativeBridge, type NativeBridge } from './native-bridge.ts';
import { readPageConfig, websocketConfig } from './page-config.ts';
import type { Area } from '@formwork/contract/routes/places.ts';
import { routeById } from '@formwork/contract/routes.ts';
import { findPages } from './shell/find-pages.ts';
import { areaOf, areasOf, currentPage, groupsOf, placedPages, placeOf } from './shell/nav.ts';

it('marks the browser for a day', () => {
  const jar = { cookie: '' };
  const value = setClientString(jar);
  expect(jar.cookie).toBe(`client_string=${value}; path=/; max-age=86400; SameSite=Lax`);
  const known = { cookie: 'a=1; client_string=abc' };
  expect(setClientString(known)).toBe('abc');
});

it('waits for the native bridge, and goes on without', async () => {
  vi.useFakeTimers();
  const bridge: NativeBridge = { call: async () => undefined };
  const host = new EventTarget() as EventTarget & { FormworkBridge?: NativeBridge };
  const none = nativeBridge({ host });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await none).toBeUndefined();
  const late = nativeBridge({ host });
  host.FormworkBridge = bridge;
  host.dispatchEvent(new Event('FormworkBridgeReady'));
  expect(await late).toBe(bridge);
  expect(await nativeBridge({ host })).toBe(bridge);
  vi.useRealTimers();
});

it('reads what the page was told, or goes without', () => {
  expect(readPageConfig('{"previewPort":9000}')).toMatchObject({
    previewPort: 9000,
    ruleVersion: '20201130',
    me: null,
  });
  expect(readPageConfig('__FORMWORK_PAGE_CONFIG__')).toMatchObject({ previewPort: 8012 });
  expect(readPageConfig(undefined)).toMatchObject({ platform: 'qpaas' });
  expect(websocketConfig('{"socketDomain":"live.example","loginIp":"10.0.0.1"}')).toEqual({
    socketDomain: 'live.example',
    loginIp: '10.0.0.1',
  });
  expect(websocketConfig('broken')).toEqual({ socketDomain: '', loginIp: '' });
});

it('speaks Chinese first, and English when asked', async () => {
  expect(currentLocale()).toBe('zh-CN');
  await loadTexts('shell');
  expect(t('shell.error.timeout', { ms: 5 })).toBe('等待超过 5 毫秒，请重试');
  await setLocale('en');
  expect(t('shell.error.timeout', { ms: 5 })).toBe('Timeout of 5 ms exceeded. Try again');
  await loadErrorText('platform.forbidden');
  expect(t('platform.forbidden')).toMatch(/permission|allowed/i);
  expect(t('nowhere.at.all')).toBe('nowhere.at.all');
  await setLocale('zh-CN');
});

it('lists what a role may open where it stands', () => {
  const ids = (area: Area, role: 'user' | 'admin' | 'root' | 'saas') =>
    groupsOf(placedPages(role, 'qpaas'), area).flatMap(([, pages]) => pages.map(({ route }) => route.id));
  expect(ids('workspace', 'user')).toEqual(expect.arrayContaining(['home', 'workbench', 'application']));
  expect(ids('workspace', 'user')).not.toContain('appDesign');
  expect(ids('workspace', 'admin')).toContain('appDesign');
  expect(ids('administration', 'user')).toEqual([]);
  expect(ids('administration', 'admin')).toContain('organization');
  expect(ids('iot', 'admin')).toContain('deviceList');
  expect(ids('operator', 'saas')).toEqual(expect.arrayContaining(['home', 'customers']));
  expect(ids('operator', 'saas')).not.toContain('operationLog');
  expect(areasOf(placedPages('root', 'qpaas'))).toContain('operator');
  expect(areaOf(routeById.deviceList, 'enterprise')).toBe('iot');
  expect(areaOf(routeById.webNavigationEntry, 'enterprise')).toBe('administration');
  expect(areaOf(routeById.esbConfig, 'enterprise')).toBe('data');
  expect(currentPage(placedPages('admin', 'qpaas'), routeById.esbConfig)).toBe('esb');
  expect(currentPage(placedPages('admin', 'qpaas'), routeById.esb)).toBe('esb');
  expect(placeOf('customer', { role: 'root' })).toBe('operator');
  expect(placeOf('index', { role: 'admin' })).toBe('enterprise');
  expect(placeOf('customer', { role: 'user' })).toBe('app');
});

it('finds pages by either name, pinyin and first letters, the best first', () => {
  const found = (search: string) => findPages(placedPages('admin', 'qpaas'), search).map(({ route }) => route.id);
  expect(found('组织架构')[0]).toBe('organization');
  expect(found('zuzhi')[0]).toBe('organization');
  expect(found('zzjg')[0]).toBe('organization');
  expect(found('org')[0]).toBe('organization');
  expect(found('SY')[0]).toBe('home');
  expect(found('nothing is called so')).toEqual([]);
});
