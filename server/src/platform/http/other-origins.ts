import { ignoredHeader } from './query-dates.ts';
import {
  onBehalfOfHeader,
  quietlyGoneHeader,
  refusedStatusHeader,
  signedInAsHeader,
} from '@formwork/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { pageOrigins } from './hosts.ts';

const calls = /^\/(?:api|napi|api2)\//;
const exposed = [
  'x-request-id',
  'retry-after',
  'content-disposition',
  'content-length',
  'accept-ranges',
  'content-range',
  'etag',
  refusedStatusHeader,
  ignoredHeader,
].join(', ');
const asked = [
  'authorization',
  'content-type',
  'range',
  'if-match',
  signedInAsHeader,
  onBehalfOfHeader,
  quietlyGoneHeader,
].join(', ');
/** The most that Chromium keeps. */
const rememberedSeconds = 7_200;

/**
 * Pages of the installation's own hosts may read what they ask of a service on another one: by tickets, never with cookies. True: the
 * browser only asked beforehand whether it may, and is answered.
 */
export function letPagesRead(request: FastifyRequest, reply: FastifyReply, config: Config): boolean {
  if (!calls.test(request.url)) return false;
  void reply.header('vary', 'Origin');
  const { origin, host } = request.headers;
  const isPage = origin !== undefined && pageOrigins(config).has(origin) && new URL(origin).host !== host;
  if (isPage) void reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  if (!isPage) return false;
  void reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', asked)
    .header('access-control-max-age', rememberedSeconds)
    .code(204)
    .send();
  return true;
}
