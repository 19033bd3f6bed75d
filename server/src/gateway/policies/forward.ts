import { createHash } from 'node:crypto';
import { isOfHouse, type Parameter } from '@formwork/contract/gateway/definition.ts';
import type { Val } from '@formwork/feel/values.ts';
import { headerOf, type Answer, type GatewayCall, type Header, type Passage, type Refused } from '../call.ts';
import type { ApiState, OperationState } from '../state.ts';
import type { AnswerCache } from './cache.ts';
import { jsonOf, plainTextOf, valueOf, valueOfJson } from './json-values.ts';
import { randomHex } from './random.ts';
import type { Readable } from './transform.ts';

/** What goes to a source. */
export interface Forward {
  method: string;
  /** Below the address of the upstream; whole for the house. */
  path: string;
  headers: Header[];
  /** In their place, as they are written. */
  lines?: string | undefined;
  /** Undefined: the caller's own, as it comes. */
  body: Buffer | undefined;
  /** To the product itself: records and statements. */
  house: boolean;
  /** Of the house: its answer is one text. Files come as they are read. */
  asText?: boolean;
  /** Asked at once in the place of one. */
  parts?: { id: string; name: string; url: string; required: boolean; health: string }[];
  readsAnswer: boolean;
  /** No answer without having read it; what is read to be kept or logged alone passes where it is too large for that. */
  mustRead: boolean;
  /** May be sent again without doing something twice. */
  repeatable: boolean;
}

export const mostReadBytes = 1024 * 1024;

/** Headers that say how one connection carries a message. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);
/** What only the gateway says. */
const ownHeaders = /^(x-consumer.*|x-request-id|x-forwarded-.*|forwarded|x-real-ip)$/;

/** The policies behind the body, up to the source: an answer where none is needed. */
export function prepare(passage: Passage, body: Buffer | undefined, cache: AnswerCache): Forward | Answer | undefined {
  const api = passage.api!;
  const operation = passage.operation!;
  const refuse = (refused: Refused): undefined => {
    passage.refused = refused;
    return undefined;
  };
  passage.requestBody = body;
  if (
    passage.bodyHash !== undefined &&
    createHash('sha256')
      .update(body ?? '')
      .digest('hex') !== passage.bodyHash
  )
    return refuse({ code: 'wrong_credential', detail: { rule: 'BodyHash' } });
  const wrong = wrongParameter(passage, operation.operation.parameters);
  if (wrong) return refuse({ code: 'invalid_parameter', detail: wrong, told: { parameter: wrong.name } });
  if (operation.checkRequest) {
    const parsed = parsedJson(body);
    if (parsed === undefined) return refuse({ code: 'bad_body' });
    const problems = operation.checkRequest(parsed.value);
    if (problems.length > 0) return refuse({ code: 'invalid_body', detail: { problems }, told: { problems } });
  }
  const key = cacheKeyOf(passage);
  if (key !== undefined) {
    const kept = cache.get(key);
    if (kept) {
      passage.fromCache = true;
      return isKnown(passage.call, kept) ? { ...kept, status: 304, body: Buffer.alloc(0) } : kept;
    }
    passage.cacheKey = key;
  }
  if (api.body.source.is === 'mock') return mockOf(operation);
  try {
    const forward = forwardOf(passage, api, operation, body);
    return climbs(forward, operation) ? refuse({ code: 'bad_path' }) : forward;
  } catch (error) {
    if (error instanceof SyntaxError) return refuse({ code: 'bad_body' });
    return refuse({ code: 'transform', detail: { message: error instanceof Error ? error.message : '' } });
  }
}

/** What callers fill into a path of ours may not lead out of it; their own path was looked at when it came. */
function climbs({ path, parts = [] }: Forward, { operation }: OperationState): boolean {
  const filled = operation.upstreamPath === '' ? [] : [path];
  return [...filled, ...parts.map(({ url }) => url)].some((one) =>
    /[/\\]\.\.?(?:[/\\?#]|$)/.test(one.split('?', 1)[0]!),
  );
}

/** The caller has what is kept: said by the tag that the source gave it. */
function isKnown({ headers }: GatewayCall, kept: Answer): boolean {
  const known = headerOf(headers, 'if-none-match');
  const tag = known === undefined ? undefined : headerOf(kept.headers, 'etag');
  return tag !== undefined && known!.split(',').some((one) => plainTag(one) === plainTag(tag));
}

const plainTag = (tag: string): string => tag.trim().replace(/^W\//, '');

function forwardOf(passage: Passage, api: ApiState, operation: OperationState, body: Buffer | undefined): Forward {
  const { call } = passage;
  const lines = asWritten(passage, api, operation);
  if (lines !== undefined)
    return {
      method: call.method,
      path: withQuery(upstreamPath(passage, operation), passage),
      headers: [],
      lines,
      body,
      house: false,
      readsAnswer: false,
      mustRead: false,
      repeatable: isRepeatable(call, body),
    };
  const house = isOfHouse(api.body.source);
  const headers: Header[] = [];
  for (const header of passedHeaders(passage)) {
    const [name, value] = header;
    if (name === 'cookie' && call.ownHost) {
      const rest = withoutOwnCookies(value);
      if (rest !== '') headers.push([name, rest]);
    } else headers.push(header);
  }
  headers.push(
    ['x-request-id', call.id],
    ['x-forwarded-for', call.address],
    ['x-forwarded-proto', call.secure ? 'https' : 'http'],
  );
  const host = headerOf(call.headers, 'host');
  if (host !== undefined) headers.push(['x-forwarded-host', host]);
  const value = trace(passage, headerOf(headers, 'traceparent'));
  setHeader(headers, 'traceparent', value);
  if (passage.application) {
    headers.push(['x-consumer', passage.application.id]);
    headers.push(['x-consumer-name', passage.application.writtenName]);
  }
  let sent = body;
  if (api.requestBody || api.requestHeaders.length > 0) {
    const readable = readableOf(passage, body === undefined || body.length === 0 ? null : jsonBody(body));
    if (api.requestBody && operation.readsBody) {
      sent = Buffer.from(jsonOf(api.requestBody(readable)));
      setHeader(headers, 'content-type', 'application/json');
    }
    for (const { name, run } of api.requestHeaders) setHeader(headers, name, headerText(plainTextOf(run(readable))));
  }
  if (house) return houseCall(passage, operation, sent);
  if (api.body.source.is === 'aggregate') return partsOf(passage, operation, headers);
  // an answer that is read is read as it is written
  if (operation.readsAnswer) setHeader(headers, 'accept-encoding', 'identity');
  return {
    method: call.method,
    path: withQuery(upstreamPath(passage, operation), passage),
    headers,
    body: sent,
    house,
    readsAnswer: operation.readsAnswer,
    mustRead: operation.mustReadAnswer,
    repeatable: isRepeatable(call, sent),
  };
}

/**
 * What of the caller's headers goes up, with what the gateway says itself, where nothing of it is looked at or changed on the way:
 * the caller's part is put together once for all calls that come with the same headers.
 */
function asWritten(passage: Passage, api: ApiState, { readsAnswer }: OperationState): string | undefined {
  const { call, credentialHeader, application } = passage;
  const { recall } = call;
  if (!recall || !api.passesHeaders || readsAnswer || call.ownHost) return undefined;
  if (recall.passed === undefined || recall.without !== credentialHeader) {
    const given = passedHeaders(passage);
    const host = headerOf(call.headers, 'host');
    const said: Header[] = host === undefined ? [] : [['x-forwarded-host', host]];
    const isOfTrace = given.some(([name]) => name === 'traceparent');
    recall.passed = isOfTrace ? null : writtenOf([...given, ...said]);
    recall.without = credentialHeader;
  }
  if (recall.passed === null) return undefined;
  const scheme = call.secure ? 'https' : 'http';
  const traced = trace(passage, undefined);
  return `${recall.passed}x-request-id: ${call.id}\r\nx-forwarded-for: ${call.address}\r\nx-forwarded-proto: ${scheme}\r\ntraceparent: ${traced}\r\n${application?.lines ?? ''}`;
}

const paramsOf = ({ found }: Passage): Record<string, string> => found?.params ?? {};

/** Of the caller's headers those that go on: how the connection carries them, and who calls, does not. */
function passedHeaders({ call, credentialHeader }: Passage): readonly Header[] {
  const dropped = connectionNames(headerOf(call.headers, 'connection'));
  return call.headers.filter(
    ([name]) =>
      name !== 'host' &&
      name !== 'content-length' &&
      name !== credentialHeader &&
      !hopByHop.has(name) &&
      !dropped.has(name) &&
      !((name.startsWith('x-') || name === 'forwarded') && ownHeaders.test(name)),
  );
}

/** As they stand in a head. */
export function writtenOf(headers: readonly Header[]): string {
  let text = '';
  for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
  return text;
}

const withQuery = (path: string, { query }: Passage): string => (query === '' ? path : `${path}?${query}`);

const isRepeatable = ({ method }: GatewayCall, body: Buffer | undefined): boolean =>
  method === 'GET' || method === 'HEAD' || (body !== undefined && (method === 'PUT' || method === 'DELETE'));

/** Over a socket to the product, which answers with the rights of the API's person. */
function houseCall(
  passage: Passage,
  { operation, readsAnswer, mustReadAnswer }: OperationState,
  body: Buffer | undefined,
): Forward {
  const { state, api, call } = passage;
  const query = Object.fromEntries(new URLSearchParams(passage.query));
  const given = body === undefined || body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown);
  const text = JSON.stringify({
    spaceId: state!.spaceId,
    api: api!.api.id,
    number: api!.api.number,
    operation: operation.id,
    params: paramsOf(passage),
    query,
    headers: Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === 'header')
        .map(({ name }) => [name, headerOf(call.headers, name.toLowerCase())]),
    ),
    body: given,
    method: call.method,
    ...(api!.body.source.is === 'file' && { conditions: conditionsOf(call) }),
    requestId: call.id,
    address: call.address,
  });
  const sent = Buffer.from(text);
  return {
    // whoever asks for the head alone gets no body, from the product neither
    method: call.method === 'HEAD' ? 'HEAD' : 'POST',
    path: '/call',
    headers: [['content-type', 'application/json']],
    body: sent,
    house: true,
    asText: call.method !== 'HEAD' && api!.body.source.is !== 'file',
    readsAnswer,
    mustRead: mustReadAnswer,
    repeatable: false,
  };
}

const conditionNames = ['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

function conditionsOf({ headers }: GatewayCall): Record<string, string> {
  return Object.fromEntries(
    conditionNames.flatMap((name) => {
      const value = headerOf(headers, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Neither what speaks of a body nor of a copy that the caller has is said to those whose answers are put together. */
function partsOf(passage: Passage, { operation }: OperationState, headers: Header[]): Forward {
  const query = new URLSearchParams(passage.query);
  const params = paramsOf(passage);
  const names = (name: string): string => params[name] ?? query.get(name) ?? '';
  const told = headers.filter(([name]) => !/^(content-|if-|range$|accept-encoding$|accept$)/.test(name));
  return {
    method: 'GET',
    path: '',
    headers: [...told, ['accept', 'application/json'], ['accept-encoding', 'identity']],
    body: undefined,
    house: false,
    readsAnswer: true,
    mustRead: true,
    repeatable: true,
    parts: operation.parts.map(({ url, ...part }) => ({
      ...part,
      url: url.replace(/\{([^{}/]*)\}/g, (_, name: string) => encodeURIComponent(names(name))),
    })),
  };
}

function upstreamPath(passage: Passage, { operation }: OperationState): string {
  if (operation.upstreamPath === '') return passage.path;
  const params = paramsOf(passage);
  return operation.upstreamPath.replace(/\{([^{}/]*)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

export function readableOf(passage: Passage, body: Val, response: Val = null): Readable {
  const { call, query, application, api } = passage;
  return {
    request: new Map<string, Val>([
      ['method', call.method],
      ['path', passage.path],
      ['query', valueOf(Object.fromEntries(new URLSearchParams(query)))],
      ['params', valueOf({ ...paramsOf(passage) })],
      [
        'headers',
        valueOf(
          Object.fromEntries(call.headers.filter(([name]) => name !== passage.credentialHeader && name !== 'cookie')),
        ),
      ],
      ['id', call.id],
      ['address', call.address],
    ]),
    body,
    consumer: application
      ? new Map<string, Val>([
          ['id', application.consumer],
          ['name', application.consumerName],
          ['application', application.name],
        ])
      : null,
    api: new Map<string, Val>([
      ['id', api!.api.id],
      ['name', api!.api.name],
      ['version', api!.body.version],
    ]),
    response,
  };
}

function jsonBody(body: Buffer): Val {
  return valueOfJson(body.toString());
}

export function setHeader(headers: Header[], name: string, value: string): void {
  for (let i = headers.length - 1; i >= 0; i--) if (headers[i]![0] === name) headers.splice(i, 1);
  if (value !== '') headers.push([name, value]);
}

/** A line break in a value would begin another header. */
export function headerText(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is taken out
  const plain = text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ' ').slice(0, 8_000);
  return /[^\u0000-\u00ff]/.test(plain) ? encodeURIComponent(plain) : plain;
}

export function connectionNames(value: string | undefined): ReadonlySet<string> {
  if (value === undefined) return noNames;
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()));
}
const noNames: ReadonlySet<string> = new Set();

export const isHopByHop = (name: string): boolean => hopByHop.has(name);

/** Our sessions are nobody else's to read. */
function withoutOwnCookies(value: string): string {
  return value
    .split(';')
    .filter((pair) => !/^\s*(__Host-|__Secure-)?formwork_/i.test(pair))
    .join(';')
    .trim();
}

function mockOf({ operation: { mock } }: OperationState): Answer {
  return { status: mock.status, headers: [['content-type', headerText(mock.type)]], body: Buffer.from(mock.body) };
}

function parsedJson(body: Buffer | undefined): { value: unknown } | undefined {
  try {
    return { value: JSON.parse((body ?? '').toString()) as unknown };
  } catch {
    return undefined;
  }
}

function wrongParameter(
  passage: Passage,
  parameters: readonly Parameter[],
): { name: string; rule: string } | undefined {
  if (parameters.length === 0) return undefined;
  let query: URLSearchParams | undefined;
  for (const { name, in: place, type, required } of parameters) {
    if (place === 'body') continue;
    const value =
      place === 'path'
        ? paramsOf(passage)[name]
        : place === 'header'
          ? headerOf(passage.call.headers, name.toLowerCase())
          : ((query ??= new URLSearchParams(passage.query)).get(name) ?? undefined);
    if (value === undefined || value === '') {
      if (required) return { name, rule: 'required' };
    } else if (!typeFits[type].test(value)) return { name, rule: type };
  }
  return undefined;
}

export const typeFits: Readonly<Record<Parameter['type'], RegExp>> = {
  text: /^/,
  integer: /^-?\d{1,18}$/,
  number: /^-?\d{1,30}(\.\d{1,30})?$/,
  boolean: /^(true|false)$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

/**
 * Undefined where nothing is kept of it. What depends on who calls is kept for them alone; what they show to the upstream itself
 * tells two callers apart, unless the API says so by name.
 */
function cacheKeyOf({ call, api, operation, path, query, application, credentialHeader }: Passage): string | undefined {
  const { cache, transform } = api!.body;
  if (!cache || call.method !== 'GET') return undefined;
  for (const [name] of call.headers) {
    if (name === 'range') return undefined;
    if (name !== 'authorization' && name !== 'cookie') continue;
    if (name !== credentialHeader && !cache.vary.some((one) => one.toLowerCase() === name)) return undefined;
  }
  const whose =
    transform.responseBody !== '' || transform.requestHeaders.length > 0 || transform.responseHeaders.length > 0
      ? (application?.id ?? '')
      : '';
  const vary = cache.vary.map((name) => headerOf(call.headers, name.toLowerCase()) ?? '');
  return [operation!.key, api!.api.number, path, query, whose, ...vary].join('\n');
}

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The gateway is a step of the caller's trace, or the first of a new one; the log keeps which: trace, own step, the caller's. */
function trace({ notes }: Passage, given: string | undefined): string {
  const drawn = randomHex(24);
  const [, id = drawn.slice(16), parent, flags = '01'] = (given !== undefined && traceparent.exec(given)) || [];
  const span = drawn.slice(0, 16);
  notes.trace = parent === undefined ? `${id}-${span}` : `${id}-${span}-${parent}`;
  return `00-${id}-${span}-${flags}`;
}
