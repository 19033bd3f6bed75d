import type { Me } from '@formwork/contract/identity/api.ts';
import { beforeEach, expect, it } from 'vitest';
import { createRouter, type Router, type RouterEnvironment } from './router.ts';

/** As much of a window as the router needs: an address, a history, events. */
class HandWindow extends EventTarget {
  entries: { url: string; state: unknown }[];
  at = 0;
  assigned: string[] = [];
  constructor(path: string) {
    super();
    this.entries = [{ url: `https://own.example${path}`, state: null }];
  }
  private get url() {
    return new URL(this.entries[this.at]!.url);
  }
  location = ((self: HandWindow) => ({
    get href() {
      return self.url.href;
    },
    get origin() {
      return self.url.origin;
    },
    get pathname() {
      return self.url.pathname;
    },
    get search() {
      return self.url.search;
    },
    get hash() {
      return self.url.hash;
    },
    assign(path: string | URL) {
      self.assigned.push(String(path));
    },
  }))(this);
  history = ((self: HandWindow) => ({
    scrollRestoration: 'auto',
    get state() {
      return self.entries[self.at]!.state;
    },
    pushState(state: unknown, _: string, path: string) {
      self.entries = [...self.entries.slice(0, self.at + 1), { url: new URL(path, self.url).href, state }];
      self.at += 1;
    },
    replaceState(state: unknown, _: string, path?: string) {
      self.entries[self.at] = { url: path === undefined ? self.url.href : new URL(path, self.url).href, state };
    },
    back() {
      this.go(-1);
    },
    go(steps: number) {
      self.at += steps;
      queueMicrotask(() =>
        self.dispatchEvent(Object.assign(new Event('popstate'), { state: self.entries[self.at]!.state })),
      );
    },
  }))(this);
}

const person = (space: string, role: Me['role'] = 'admin') =>
  ({
    id: 'u1',
    role,
    entId: 'a',
    entName: 'A',
    space: { id: space, name: space, isOperator: false },
    isCrossSpace: space !== 'a',
    permissions: [],
  }) as unknown as Me;
let me: Me | null;
let window: HandWindow;
let loads: string[];

function open(path: string, change: Partial<RouterEnvironment> = {}): Router {
  window = new HandWindow(path);
  return createRouter({
    window: window as unknown as Window,
    me: () => me,
    refused: false,
    isPhone: () => false,
    isGuarded: () => false,
    mayLeave: async () => true,
    exists: () => true,
    baseAddressOf: () => '',
    isClosed: () => false,
    lookedAfter: () => [],
    enterSpace: async (spaceUri) => {
      me = person(spaceUri?.slice(6) ?? 'a');
    },
    load: async (match) => {
      loads.push(match.route.id);
      return () => null;
    },
    ...change,
  });
}
const path = () => window.location.pathname + window.location.search;
const active = (router: Router) => router.state().pages.find((page) => page.key === router.state().active)!;
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });

beforeEach(() => {
  me = person('a');
  loads = [];
});

it('puts the space in front, tells parameters and keeps a foreign space', async () => {
  const router = open('/user/workbench/w1?tab=done');
  await router.start();
  expect(path()).toBe('/space-a/user/workbench/w1?tab=done');
  expect(active(router)).toMatchObject({
    params: { spaceUri: 'space-a', spaceId: 'a', id: 'w1' },
    query: { tab: 'done' },
    isCrossSpace: false,
    phone: false,
    content: { kind: 'page' },
  });
  await router.go('/space-b/application');
  expect(path()).toBe('/space-b/application');
  expect(active(router)).toMatchObject({ isCrossSpace: true, params: { spaceId: 'b' } });
  expect(router.state().pages).toHaveLength(1);
  await router.go('/home/modifyPassword');
  expect(path()).toBe('/space-b/home/modifyPassword');
});

it('restores what back finds alive, and loads what it does not', async () => {
  const router = open('/application?n=0');
  await router.start();
  const first = active(router).key;
  for (let n = 1; n <= 3; n += 1) await router.go(`/application?n=${n}`);
  window.history.go(-3);
  await settled();
  expect(active(router)).toMatchObject({ key: first, query: { n: '0' } });
  expect(loads).toHaveLength(4);
  for (let n = 4; n <= 14; n += 1) await router.go(`/application?n=${n}`);
  expect(router.state().pages).toHaveLength(10);
  window.history.go(-11);
  await settled();
  expect(active(router)).toMatchObject({ key: first, query: { n: '0' }, content: { kind: 'page' } });
  expect(loads).toHaveLength(16);
});

it('adds nothing to the history for a link to where one is', async () => {
  const router = open('/application');
  await router.start();
  await router.go('/application');
  expect(window.entries).toHaveLength(1);
  expect(router.state().pages).toHaveLength(1);
});

it('changes the query of a living page, and lets back undo it', async () => {
  const router = open('/application');
  await router.start();
  const { key } = active(router);
  router.setQuery(key, { search: 'x' });
  expect(path()).toBe('/space-a/application?search=x');
  expect(window.entries).toHaveLength(1);
  router.setQuery(key, { search: 'y' }, { push: true });
  expect(active(router)).toMatchObject({ key, query: { search: 'y' } });
  window.history.back();
  await settled();
  expect(active(router)).toMatchObject({ key, query: { search: 'x' } });
  expect(loads).toEqual(['application']);
});

it('leaves the console, other hosts and unknown paths to full loads', async () => {
  const router = open('/application', {
    baseAddressOf: ({ route }) => (route.app === 'user' ? 'https://user.example' : ''),
  });
  await router.start();
  await router.go('/enterprise/organization');
  await router.go('/home/modifyPassword?x=1');
  await router.go('/api/openapi.json');
  expect(window.assigned).toEqual([
    'https://own.example/space-a/enterprise/organization',
    'https://user.example/space-a/home/modifyPassword?x=1',
    'https://own.example/api/openapi.json',
  ]);
  expect(loads).toEqual(['application']);
});

it('guards roles, and sends visitors to sign-in', async () => {
  me = person('a', 'user');
  const router = open('/appdesign');
  await router.start();
  expect(active(router).content).toEqual({ kind: 'refused' });
  me = null;
  const visitor = open('/application?x=1');
  await visitor.start();
  expect(window.assigned).toEqual(['/login?redirect=%2Fapplication%3Fx%3D1']);
  const refused = open('/space-z/application', { refused: true });
  await refused.start();
  expect(active(refused).content).toEqual({ kind: 'refused' });
  expect(loads).toEqual([]);
});

it('shows what is missing and what failed', async () => {
  const failing = open('/application', {
    load: async () => {
      throw new Error('Load error page module');
    },
  });
  await failing.start();
  expect(active(failing).content).toMatchObject({ kind: 'failed', error: { message: 'Load error page module' } });
  const other = open('/application', { exists: () => false });
  await other.start();
  expect(active(other).content).toEqual({ kind: 'missing' });
  const nowhere = open('/nowhere');
  await nowhere.start();
  expect(active(nowhere).content).toEqual({ kind: 'missing' });
});

it('asks before unsaved changes are left, forwards and back', async () => {
  let guarded = false;
  const answers: boolean[] = [];
  const router = open('/application', { isGuarded: () => guarded, mayLeave: async () => answers.shift()! });
  await router.start();
  await router.go('/home/modifyPassword');
  guarded = true;
  answers.push(false, false, true);
  await router.go('/application');
  expect(path()).toBe('/space-a/home/modifyPassword');
  window.history.back();
  await settled();
  expect(path()).toBe('/space-a/home/modifyPassword');
  window.history.back();
  await settled();
  expect(path()).toBe('/space-a/application');
  expect(active(router).match?.route.id).toBe('application');
  expect(answers).toEqual([]);
});

it('goes where one asked last, whichever page comes first', async () => {
  const waits: Record<string, () => void> = {};
  const router = open('/application');
  await router.start();
  const slow = open('/application', {
    load: (match) =>
      new Promise((resolve) => {
        waits[match.route.id] = () => resolve(() => null);
      }),
  });
  const started = slow.start();
  waits['application']!();
  await started;
  const first = slow.go('/user/workbench');
  const second = slow.go('/home/modifyPassword');
  await settled();
  expect(slow.state().loading).toBe(true);
  waits['modifyPassword']!();
  await second;
  waits['workbench']!();
  await first;
  expect(path()).toBe('/space-a/home/modifyPassword');
  expect(slow.state().loading).toBe(false);
});

it('keeps phones on their paths, without a loading bar', async () => {
  let bar = false;
  const router = open('/application', { isPhone: () => true });
  router.subscribe(() => {
    bar ||= router.state().loading;
  });
  await router.start();
  expect(path()).toBe('/space-a/m/application');
  await router.go('/home/modifyPassword');
  expect(path()).toBe('/space-a/m/home/modifyPassword');
  expect(active(router).phone).toBe(true);
  expect(bar).toBe(false);
});
