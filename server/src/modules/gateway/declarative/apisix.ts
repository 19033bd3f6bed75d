import { pathNames, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { askedWays, leftOfBoth, pattern, targetsOf, type Made, type Served } from './served.ts';

/** The file of APISIX 3 without etcd, but for its last line. Names of plugins and their settings: apisix.apache.org/docs/apisix/plugins. */
export function apisix(base: string, served: readonly Served[]): Made {
  return {
    file: {
      upstreams: served.map(({ id, body }) => ({
        id,
        type: 'roundrobin',
        scheme: targetsOf(body)[0]?.secure ? 'https' : 'http',
        retries: body.upstream.retries,
        timeout: { connect: body.upstream.connectMs / 1_000, send: 60, read: body.upstream.firstByteMs / 1_000 },
        nodes: Object.fromEntries(targetsOf(body).map(({ host, port, weight }) => [`${host}:${port}`, weight])),
      })),
      routes: served.flatMap(({ id, name, body }) =>
        body.operations.map((operation) => ({
          id: `${id}-${operation.id}`,
          name: `${name} ${operation.method} ${operation.path}`,
          ...placeOf(base + body.basePath + (operation.path === '/' ? '' : operation.path)),
          methods: [operation.method],
          upstream_id: id,
          plugins: pluginsOf(id, base, body),
        })),
      ),
    },
    left: (body) => [
      ...leftOfBoth(body),
      ...(body.cache ? ['cache' as const] : []),
      ...(body.limits.rate && body.limits.rate.burst > 1 ? ['burst' as const] : []),
      // it takes one of the two lists
      ...(body.limits.allow.length > 0 && body.limits.deny.length > 0 ? ['deny' as const] : []),
    ],
  };
}

/** A segment of texts and names is a name there; an expression says the rest. */
function placeOf(path: string): { uri: string; vars?: [string, '~~', string][] } {
  const uri = path
    .split('/')
    .map((segment) => (segment.includes('{') ? `:${pathNames(segment).join('_')}` : segment))
    .join('/');
  return /[^/]\{|\}[^/]/.test(path) ? { uri, vars: [['uri', '~~', `^${pattern(path)}/?$`]] } : { uri };
}

function pluginsOf(id: string, base: string, body: GatewayApi): Record<string, object> {
  const { limits, cors } = body;
  const { allow, deny } = limits;
  const [first] = targetsOf(body);
  return {
    'proxy-rewrite': { regex_uri: [`^${pattern(base + body.basePath)}(.*)`, `${first?.path ?? ''}$1`] },
    ...waysOf(body),
    ...(limits.rate && { 'limit-count': rateOf(id, limits.rate) }),
    ...(allow.length > 0
      ? { 'ip-restriction': { whitelist: allow } }
      : deny.length > 0
        ? { 'ip-restriction': { blacklist: deny } }
        : {}),
    // none at all is what it means by nothing
    ...(limits.bodyBytes > 0 && { 'client-control': { max_body_size: limits.bodyBytes } }),
    ...(cors && {
      cors: {
        allow_origins: cors.origins.join(','),
        allow_credential: cors.credentials && !cors.origins.includes('*'),
        max_age: cors.seconds,
      },
    }),
  };
}

function waysOf(body: GatewayApi): Record<string, object> {
  const plugins = askedWays(body).map((way): [string, object] => [
    `${way}-auth`,
    way === 'key' ? { header: 'x-api-key' } : {},
  ]);
  if (plugins.length < 2) return Object.fromEntries(plugins);
  return { 'multi-auth': { auth_plugins: plugins.map((one) => Object.fromEntries([one])) } };
}

/** All operations of an API share what it lets through. */
function rateOf(id: string, { per, count, seconds }: NonNullable<GatewayApi['limits']['rate']>): object {
  const key = {
    application: { key_type: 'var', key: 'consumer_name' },
    address: { key_type: 'var', key: 'remote_addr' },
    api: { key_type: 'constant', key: 'all' },
  } as const;
  return { count, time_window: seconds, ...key[per], group: id, policy: 'local', rejected_code: 429 };
}
