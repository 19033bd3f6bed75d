import type { LeftPart } from '@formwork/contract/gateway/api.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';

/** An API of an environment that leads to an upstream. */
export interface Served {
  id: string;
  name: string;
  body: GatewayApi;
}

/** What another gateway makes of it: its file, and what of each API it cannot do. */
export interface Made {
  file: object;
  left: (body: GatewayApi) => LeftPart[];
}

export interface Target {
  host: string;
  port: number;
  weight: number;
  path: string;
  secure: boolean;
}

export function targetsOf({ source }: GatewayApi): Target[] {
  if (source.is !== 'upstream') return [];
  return source.targets.map(({ url, weight }) => {
    const { hostname, port, protocol, pathname } = new URL(url);
    const secure = protocol === 'https:';
    const path = pathname.replace(/\/$/, '');
    return { host: hostname, port: Number(port) || (secure ? 443 : 80), weight, path, secure };
  });
}

/** A path as an expression: of its signs only the dot means another thing there. */
export const pattern = (path: string): string => path.replaceAll('.', String.raw`\.`).replace(/\{[^}]*\}/g, '[^/]+');

/** Ways in that both know; of an open API nobody has to show anything. */
export function askedWays({ security }: GatewayApi): ('key' | 'basic' | 'jwt' | 'hmac')[] {
  if (security.open) return [];
  return security.ways.filter((way) => way !== 'oauth' && way !== 'certificate');
}

/** What neither of them does. */
export function leftOfBoth(body: GatewayApi): LeftPart[] {
  const { transform, source, limits, security } = body;
  const transforms =
    transform.requestBody + transform.responseBody !== '' ||
    transform.requestHeaders.length + transform.responseHeaders.length > 0;
  const schemas = body.operations.some(({ requestSchema, responseSchema }) => requestSchema + responseSchema !== '');
  const targets = targetsOf(body);
  const upstream = source.is === 'upstream' ? source : undefined;
  const left: [LeftPart, boolean][] = [
    ['canary', !!upstream?.canary],
    ['mirror', !!upstream?.mirror],
    ['health', !!upstream?.health],
    ['target_paths', targets.some(({ path, secure }) => path !== targets[0]!.path || secure !== targets[0]!.secure)],
    ['breaker', body.upstream.breaker !== null],
    ['faults', body.faults !== null],
    ['maskFrom', body.maskFrom !== null],
    ['transform', transforms],
    ['mask', body.mask.length > 0],
    ['schema', schemas],
    ['concurrency', limits.concurrency !== null],
    ['subscription', security.subscription],
  ];
  return [
    ...left.flatMap(([what, is]) => (is ? [what] : [])),
    ...(security.open ? [] : security.ways.filter((way) => way === 'oauth' || way === 'certificate')),
  ];
}
