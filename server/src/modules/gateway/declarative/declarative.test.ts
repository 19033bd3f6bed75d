import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { describe, expect, test } from 'vitest';
import { apisix } from './apisix.ts';
import { kong } from './kong.ts';
import type { Served } from './served.ts';

const base = '/gateway/demo';
const api = (change: Partial<GatewayApi> = {}): GatewayApi => ({
  ...emptyApi(),
  basePath: '/pumps.v1',
  security: { open: false, ways: ['key'], subscription: false },
  source: {
    is: 'upstream',
    targets: [
      { id: 'a', url: 'https://crm.example/api', weight: 3 },
      { id: 'b', url: 'https://crm2.example:8443/api/', weight: 1 },
    ],
    health: null,
    canary: null,
    mirror: null,
  },
  operations: [
    newOperation('all', { path: '/' }),
    newOperation('one', { path: '/things/{id}' }),
    newOperation('file', { method: 'PUT', path: '/things/{id}.{kind}' }),
  ],
  ...change,
});
const served = (body: GatewayApi): Served[] => [{ id: 'x', name: '泵', body }];

interface KongFile {
  upstreams: object[];
  services: { host: string; plugins: { name: string; config?: object }[]; routes: KongRoute[] }[];
}
interface KongRoute {
  paths: [string];
  methods: [string];
  plugins: [{ config: { replace: { uri: string } } }];
}
interface ApisixFile {
  upstreams: { nodes: object }[];
  routes: { uri: string; vars?: [string, string, string][]; plugins: Record<string, Record<string, unknown>> }[];
}
const kongOf = (body: GatewayApi) => (kong(base, served(body)).file as KongFile).services[0]!;
const apisixOf = (body: GatewayApi) => (apisix(base, served(body)).file as ApisixFile).routes;

describe('Kong', () => {
  const { routes } = kongOf(api());
  /** As Kong's router and its request transformer do it. */
  function asked(path: string): string | undefined {
    for (const { paths, plugins } of routes) {
      const found = new RegExp(`^${paths[0].slice(1)}`).exec(path);
      if (found) return plugins[0].config.replace.uri.replace('$(uri_captures.path)', found.groups?.path ?? '');
    }
    return undefined;
  }

  test.each([
    ['/gateway/demo/pumps.v1', '/api'],
    ['/gateway/demo/pumps.v1/', '/api'],
    ['/gateway/demo/pumps.v1/things/7', '/api/things/7'],
    ['/gateway/demo/pumps.v1/things/7.pdf', '/api/things/7.pdf'],
    ['/gateway/demo/pumpsxv1/things/7', undefined],
    ['/gateway/demo/pumps.v1/things/7/parts', undefined],
    ['/gateway/demo/pumps.v1/other', undefined],
  ])('%s is asked of %s', (path, upstream) => expect(asked(path)).toBe(upstream));

  test.each([
    [{ count: 5, seconds: 1 }, { second: 5 }],
    [{ count: 1, seconds: 60 }, { minute: 1 }],
    [{ count: 10, seconds: 10 }, { minute: 60 }],
    [{ count: 100, seconds: 86_400 }, { day: 100 }],
  ])('a limit of %o is %o there', (rate, expected) => {
    const limits = { ...api().limits, rate: { per: 'address' as const, burst: 1, ...rate } };
    const { config } = kongOf(api({ limits })).plugins.find(({ name }) => name === 'rate-limiting')!;
    expect(config).toEqual({ ...expected, limit_by: 'ip', policy: 'local' });
  });
});

describe('APISIX', () => {
  test('takes the API’s own path away, and knows texts beside names', () => {
    const routes = apisixOf(api());
    expect(routes.map(({ uri, vars }) => [uri, vars?.[0]?.[2]])).toEqual([
      ['/gateway/demo/pumps.v1', undefined],
      ['/gateway/demo/pumps.v1/things/:id', undefined],
      ['/gateway/demo/pumps.v1/things/:id_kind', String.raw`^/gateway/demo/pumps\.v1/things/[^/]+\.[^/]+/?$`],
    ]);
    const [from, to] = routes[1]!.plugins['proxy-rewrite']!.regex_uri as [string, string];
    expect('/gateway/demo/pumps.v1/things/7'.replace(new RegExp(from), to)).toBe('/api/things/7');
  });

  test('lets in by one of several ways, and has one list of addresses', () => {
    const limits = { ...api().limits, allow: ['10.0.0.0/8'], deny: ['10.1.0.0/16'] };
    const body = api({ limits, security: { open: false, ways: ['key', 'basic', 'certificate'], subscription: false } });
    const { plugins } = apisixOf(body)[0]!;
    expect(plugins['multi-auth']).toEqual({
      auth_plugins: [{ 'key-auth': { header: 'x-api-key' } }, { 'basic-auth': {} }],
    });
    expect(plugins['ip-restriction']).toEqual({ whitelist: ['10.0.0.0/8'] });
    expect(apisix(base, []).left(body)).toEqual(['certificate', 'deny']);
  });
});

test('an open API asks nobody, and a star is never along with credentials', () => {
  const cors = { origins: ['*'], headers: [], credentials: true, seconds: 60 };
  const body = api({ cors, security: { open: true, ways: ['key', 'oauth'], subscription: false } });
  expect(kongOf(body).plugins.map(({ name }) => name)).toEqual(['request-size-limiting', 'cors']);
  expect(Object.keys(apisixOf(body)[0]!.plugins)).toEqual(['proxy-rewrite', 'client-control', 'cors']);
  expect(kongOf(body).plugins.at(-1)!.config).toMatchObject({ credentials: false });
  expect(apisixOf(body)[0]!.plugins.cors).toMatchObject({ allow_credential: false });
  expect(kong(base, []).left(body)).toEqual([]);
});

test('what neither does is named', () => {
  const body = api({
    limits: { ...api().limits, rate: { per: 'api', count: 5, seconds: 1, burst: 20 }, concurrency: 3 },
    cache: { seconds: 10, vary: [] },
    security: { open: false, ways: ['key', 'basic', 'oauth'], subscription: true },
    upstream: { ...api().upstream, breaker: { failures: 3, seconds: 10 } },
    source: {
      is: 'upstream',
      targets: [
        { id: 'a', url: 'https://a.example/one', weight: 1 },
        { id: 'b', url: 'https://b.example/two', weight: 1 },
      ],
      health: { path: '/up', seconds: 5 },
      canary: null,
      mirror: { url: 'https://c.example', share: 1 },
    },
  });
  const both = ['mirror', 'health', 'target_paths', 'breaker', 'concurrency', 'subscription', 'oauth'];
  expect(kong(base, []).left(body)).toEqual([...both, 'one_way', 'burst']);
  expect(apisix(base, []).left(body)).toEqual([...both, 'cache', 'burst']);
});
