import type { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { pathNames, type GatewayApi, type Operation } from '@formwork/contract/gateway/definition.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { stringify } from 'yaml';
import type { TxCtx } from '../../platform/context.ts';
import { releasedOf } from '../definitions/public.ts';

type Input = InputOf<typeof gatewayApi.declarative>;
type Answer = Promise<ResponseOf<typeof gatewayApi.declarative>>;

interface Served {
  id: string;
  name: string;
  body: GatewayApi;
}

/** For who outgrows this gateway: what an environment serves, as the file of another one. What that one cannot do is named. */
export async function declarative(ctx: TxCtx, { query }: Input): Answer {
  const rows = await ctx.tx
    .selectFrom('gateway.live')
    .select(['api', 'number'])
    .where('space_id', '=', ctx.spaceId)
    .where('environment', '=', query.environment)
    .where('state', '<>', 'retired')
    .orderBy('base_path')
    .execute();
  const served: Served[] = [];
  for (const { api: id, number } of rows) {
    const released = await releasedOf<GatewayApi>(ctx.platform, ctx.spaceId, 'gateway_api', id, number);
    if (released) served.push({ id, name: released.name.zh, body: released.body });
  }
  const passed = served.filter(({ body }) => body.source.is === 'upstream');
  const left = [
    ...served.filter(({ body }) => body.source.is !== 'upstream').map(({ name, body }) => `${name}: ${body.source.is}`),
    ...passed.flatMap(({ name, body }) => leftOf(body).map((what) => `${name}: ${what}`)),
  ];
  const base = `${ctx.platform.config.gatewayPath}/${ctx.spaceId}`;
  const made = query.format === 'kong' ? kongFile(base, passed) : apisixFile(base, passed);
  return { text: stringify(made) + (query.format === 'apisix' ? '#END\n' : ''), left };
}

function leftOf(body: GatewayApi): string[] {
  const { transform, source } = body;
  return [
    ...(source.is === 'upstream' && source.canary ? ['canary'] : []),
    ...(source.is === 'upstream' && source.mirror ? ['mirror'] : []),
    ...(body.faults ? ['faults'] : []),
    ...(body.maskFrom === null ? [] : ['maskFrom']),
    ...(transform.requestBody + transform.responseBody === '' &&
    transform.requestHeaders.length + transform.responseHeaders.length === 0
      ? []
      : ['transform']),
    ...(body.mask.length > 0 ? ['mask'] : []),
    ...(body.operations.some(({ requestSchema, responseSchema }) => requestSchema + responseSchema !== '')
      ? ['schema']
      : []),
    ...(body.security.subscription ? ['subscription'] : []),
    ...body.security.ways.filter((way) => way === 'oauth' || way === 'certificate'),
  ];
}

function targetsOf({
  source,
}: GatewayApi): { host: string; port: number; weight: number; path: string; secure: boolean }[] {
  if (source.is !== 'upstream') return [];
  return source.targets.map(({ url, weight }) => {
    const { hostname, port, protocol, pathname } = new URL(url);
    const secure = protocol === 'https:';
    return {
      host: hostname,
      port: Number(port) || (secure ? 443 : 80),
      weight,
      path: pathname.replace(/\/$/, ''),
      secure,
    };
  });
}

/** A path as an expression: of its signs only the dot means another thing there. */
const pattern = (path: string): string => path.replaceAll('.', String.raw`\.`).replace(/\{[^}]*\}/g, '[^/]+');

/** A segment of texts and names is a name there; an expression says the rest. */
function apisixPlace(path: string): { uri: string; vars?: [string, '~~', string][] } {
  const uri = path
    .split('/')
    .map((segment) => (segment.includes('{') ? `:${pathNames(segment).join('_')}` : segment))
    .join('/');
  return /[^/]\{|\}[^/]/.test(path) ? { uri, vars: [['uri', '~~', `^${pattern(path)}/?$`]] } : { uri };
}

function kongFile(base: string, served: readonly Served[]): object {
  return {
    _format_version: '3.0',
    upstreams: served.map(({ id, body }) => ({
      name: `u-${id}`,
      targets: targetsOf(body).map(({ host, port, weight }) => ({ target: `${host}:${port}`, weight })),
    })),
    services: served.map(({ id, name, body }) => {
      const [first] = targetsOf(body);
      const { upstream, limits } = body;
      return {
        name: `s-${id}`,
        tags: [name],
        host: `u-${id}`,
        protocol: first?.secure ? 'https' : 'http',
        path: first?.path || '/',
        connect_timeout: upstream.connectMs,
        read_timeout: upstream.firstByteMs,
        retries: upstream.retries,
        routes: body.operations.map((operation) => ({
          name: `r-${id}-${operation.id}`,
          paths: [`~${pattern(base + body.basePath + (operation.path === '/' ? '' : operation.path))}/?$`],
          methods: [operation.method],
          strip_path: false,
        })),
        plugins: [
          ...body.security.ways.flatMap((way) =>
            ({
              key: ['key-auth'],
              basic: ['basic-auth'],
              jwt: ['jwt'],
              hmac: ['hmac-auth'],
              oauth: [],
              certificate: [],
            })[way].map((plugin) => ({ name: plugin })),
          ),
          ...(limits.rate
            ? [
                {
                  name: 'rate-limiting',
                  config: { second: Math.max(1, Math.floor(limits.rate.count / limits.rate.seconds)), policy: 'local' },
                },
              ]
            : []),
          ...(limits.allow.length + limits.deny.length > 0
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
          ...(body.cors
            ? [
                {
                  name: 'cors',
                  config: {
                    origins: body.cors.origins,
                    credentials: body.cors.credentials,
                    max_age: body.cors.seconds,
                  },
                },
              ]
            : []),
          ...(body.cache
            ? [{ name: 'proxy-cache', config: { strategy: 'memory', cache_ttl: body.cache.seconds } }]
            : []),
        ],
      };
    }),
  };
}

function apisixFile(base: string, served: readonly Served[]): object {
  return {
    upstreams: served.map(({ id, body }) => ({
      id,
      type: 'roundrobin',
      scheme: targetsOf(body)[0]?.secure ? 'https' : 'http',
      retries: body.upstream.retries,
      timeout: { connect: body.upstream.connectMs / 1_000, send: 60, read: body.upstream.firstByteMs / 1_000 },
      nodes: Object.fromEntries(targetsOf(body).map(({ host, port, weight }) => [`${host}:${port}`, weight])),
    })),
    routes: served.flatMap(({ id, name, body }) =>
      body.operations.map((operation: Operation) => ({
        id: `${id}-${operation.id}`,
        name: `${name} ${operation.method} ${operation.path}`,
        ...apisixPlace(base + body.basePath + operation.path),
        methods: [operation.method],
        upstream_id: id,
        plugins: {
          'proxy-rewrite': { regex_uri: [`^${base}${body.basePath}(.*)`, `${targetsOf(body)[0]?.path ?? ''}$1`] },
          ...Object.fromEntries(body.security.ways.filter((way) => way !== 'oauth').map((way) => [`${way}-auth`, {}])),
          ...(body.limits.rate && {
            'limit-req': {
              rate: body.limits.rate.count / body.limits.rate.seconds,
              burst: body.limits.rate.burst,
              key: 'consumer_name',
            },
          }),
          ...(body.limits.allow.length > 0 && { 'ip-restriction': { whitelist: body.limits.allow } }),
          ...(body.cors && {
            cors: { allow_origins: body.cors.origins.join(','), allow_credential: body.cors.credentials },
          }),
        },
      })),
    ),
  };
}
