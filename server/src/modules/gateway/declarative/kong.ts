import type { GatewayApi, Operation } from '@formwork/contract/gateway/definition.ts';
import { askedWays, leftOfBoth, pattern, targetsOf, type Made, type Served } from './served.ts';

/** Kong's own names of the periods that it counts by, in seconds. */
const periods = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const;

/** The declarative file of Kong 3. Names of plugins and their settings: developer.konghq.com/plugins. */
export function kong(base: string, served: readonly Served[]): Made {
  return {
    file: {
      _format_version: '3.0',
      upstreams: served.map(({ id, body }) => ({
        name: `u-${id}`,
        targets: targetsOf(body).map(({ host, port, weight }) => ({ target: `${host}:${port}`, weight })),
      })),
      services: served.map((one) => serviceOf(base, one)),
    },
    left: (body) => [
      ...leftOfBoth(body),
      // each plugin asks for itself
      ...(askedWays(body).length > 1 ? ['one_way' as const] : []),
      ...(body.limits.rate && body.limits.rate.burst > 1 ? ['burst' as const] : []),
    ],
  };
}

function serviceOf(base: string, { id, name, body }: Served): object {
  const { upstream } = body;
  const [first] = targetsOf(body);
  return {
    name: `s-${id}`,
    tags: [name],
    host: `u-${id}`,
    protocol: first?.secure ? 'https' : 'http',
    connect_timeout: upstream.connectMs,
    read_timeout: upstream.firstByteMs,
    retries: upstream.retries,
    routes: body.operations.map((operation) => ({
      name: `r-${id}-${operation.id}`,
      ...placeOf(base + body.basePath, operation, first?.path ?? ''),
      methods: [operation.method],
      strip_path: false,
    })),
    plugins: pluginsOf(body),
  };
}

/** The upstream is asked for what stands behind the API's own path, which the route's expression takes apart. */
function placeOf(base: string, { path }: Operation, upstreamPath: string): object {
  const isRoot = path === '/';
  const below = path.replace(/\/$/, '');
  const uri = isRoot ? upstreamPath || '/' : `${upstreamPath}$(uri_captures.path)`;
  return {
    paths: [`~${pattern(base)}${isRoot ? '' : `(?<path>${pattern(below)})`}/?$`],
    plugins: [{ name: 'request-transformer', config: { replace: { uri } } }],
  };
}

function pluginsOf(body: GatewayApi): object[] {
  const { limits, cors, cache } = body;
  const ways = {
    key: { name: 'key-auth', config: { key_names: ['x-api-key'] } },
    basic: { name: 'basic-auth' },
    jwt: { name: 'jwt' },
    hmac: { name: 'hmac-auth' },
  };
  const restricted = limits.allow.length + limits.deny.length > 0;
  return [
    ...askedWays(body).map((way) => ways[way]),
    ...(limits.rate ? [{ name: 'rate-limiting', config: rateOf(limits.rate) }] : []),
    ...(restricted
      ? [
          {
            name: 'ip-restriction',
            config: {
              ...(limits.allow.length > 0 && { allow: limits.allow }),
              ...(limits.deny.length > 0 && { deny: limits.deny }),
            },
          },
        ]
      : []),
    {
      name: 'request-size-limiting',
      config: { allowed_payload_size: limits.bodyBytes, size_unit: 'bytes', require_content_length: false },
    },
    ...(cors
      ? [
          {
            name: 'cors',
            config: {
              origins: cors.origins,
              credentials: cors.credentials && !cors.origins.includes('*'),
              max_age: cors.seconds,
            },
          },
        ]
      : []),
    ...(cache
      ? [
          {
            name: 'proxy-cache',
            config: {
              strategy: 'memory',
              cache_ttl: cache.seconds,
              ...(cache.vary.length > 0 && { vary_headers: cache.vary }),
            },
          },
        ]
      : []),
  ];
}

/** As many a period that it knows as would come through in it here. */
function rateOf({ per, count, seconds }: NonNullable<GatewayApi['limits']['rate']>): object {
  const [name, length] = periods.find(([, each]) => each >= seconds) ?? periods.at(-1)!;
  const by = { application: 'consumer', address: 'ip', api: 'service' } as const;
  return { [name]: Math.max(1, Math.floor((count * length) / seconds)), limit_by: by[per], policy: 'local' };
}
