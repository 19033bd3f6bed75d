import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { refuse } from '../errors.ts';
import { pageOrigins } from './hosts.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change may come from our own pages or from no page at all (a program with a cookie of its own): never from a page of
 * another site. Browsers say where a request comes from; what they do not say cannot be forged by a page either.
 */
export function requireOwnOrigin(request: FastifyRequest, config: Config): void {
  if (reading.has(request.method)) return;
  const { origin, host } = request.headers;
  if (origin !== undefined) {
    if (!originsOf(config, host).has(origin)) throw refuse('platform.wrong_origin');
    return;
  }
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse('platform.wrong_origin');
}

/** Origins of our own pages: the address asked for, the public address, the applications' own hosts. A service serves no page that might ask for anything. */
export function originsOf(config: Config, host: string | undefined): Set<string> {
  return new Set([`http://${host}`, `https://${host}`, ...pageOrigins(config)]);
}
