import {
  onBehalfOfHeader,
  quietlyGoneHeader,
  signedInAsHeader,
  takesCommandId,
  type Endpoint,
} from '@formwork/contract/endpoint.ts';
import { spacePrefixOf } from '@formwork/contract/matcher.ts';
import { currentLocale } from '../i18n/i18n.ts';
import { queryText } from '../query-string.ts';
import { agentHeaders } from './acting-for.ts';
import { http, type BodyOptions } from './client.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { serviceAddress, throughService, withTicket } from './services.ts';
import { currentMe } from '../session/session.ts';

// eslint-disable-next-line typescript/no-explicit-any -- any endpoint at all
export type AnyEndpoint = Endpoint<any, any, any, any>;

type Of<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R> ? { params: P; query: Q; body: B; response: R } : never;
type None = Record<string, never>;
/** Ids of commands are made by the client when the caller brings none. */
type Sent<B> = B extends { commandId: string } ? Omit<B, 'commandId'> & { commandId?: string } : B;
type ParamsPart<P> = P extends None
  ? { params?: P }
  : unknown extends P
    ? { params?: Record<string, string> }
    : { params: P };
type BodyPart<B> = [B] extends [undefined] ? { body?: undefined } : { body: Sent<B> };

/** Only the parts an endpoint has; what the server fills in by itself may be left out of a query. */
export type CallInput<E extends AnyEndpoint> = ParamsPart<Of<E>['params']> & {
  query?: Partial<Of<E>['query']>;
} & BodyPart<Of<E>['body']>;
export type CallResponse<E extends AnyEndpoint> = Of<E>['response'];
export type CallArgs<E extends AnyEndpoint> = {} extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];
export type CallOptions = Pick<BodyOptions, 'signal' | 'timeout' | 'headers'>;

/** For pages that show what may be gone: their calls fail all the same, and the browser's console stays empty. */
export const quietlyGone: CallOptions = { headers: { [quietlyGoneHeader]: '1' } };

interface LooseInput {
  params?: Record<string, unknown>;
  query?: object;
  body?: unknown;
}

/** Calls an endpoint of the contract in the space of the address. Fails with an `ApiError`. */
export function call<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArgs<E>): Promise<CallResponse<E>> {
  return callWith(endpoint, (input ?? {}) as CallInput<E>, {});
}

export function callWith<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions,
): Promise<CallResponse<E>> {
  const { query, body }: LooseInput = input;
  const url = pathOf(endpoint, input);
  const settings: BodyOptions = {
    ...options,
    headers: { ...options.headers, ...ownHeaders(), ...agentHeaders(endpoint) },
    query,
    json: true,
  };
  const sent = withCommandId(endpoint, body);
  const calls = {
    GET: (it) => http.get(url, it),
    POST: (it) => http.post(url, sent, it),
    PUT: (it) => http.put(url, sent, it),
    PATCH: (it) => http.patch(url, sent, it),
    DELETE: (it) => (sent === undefined ? http.delete(url, it) : http.deleteWithForm(url, sent, it)),
  } satisfies Record<AnyEndpoint['method'], (it: BodyOptions) => Promise<unknown>>;
  const first = endpoint.method === 'GET' ? firstAnswer(endpoint, ownPathOf(endpoint, input), settings) : undefined;
  return (
    first ??
    throughService(endpoint, (shown) =>
      calls[endpoint.method]({ ...settings, headers: { ...settings.headers, ...shown } }),
    )
  );
}

function firstAnswer(
  endpoint: AnyEndpoint,
  url: string,
  { query, headers }: BodyOptions,
): Promise<unknown> | undefined {
  // whoever acts for another asks for other things
  if (headers && onBehalfOfHeader in headers) return undefined;
  const text = queryText(query ?? {});
  const found = takeFirstAnswer(text === '' ? url : `${url}?${text}`, `${endpoint.method} ${endpoint.path}`);
  return found && Promise.resolve(found.data);
}

/** Whose page this is: another tab may have switched to somebody else since. */
export function ownHeaders(): Record<string, string> {
  const me = currentMe();
  return me ? { [signedInAsHeader]: me.id } : {};
}

/** The address of an endpoint with its query: for links, downloads and pictures. */
export function addressOf<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArgs<E>): string {
  const loose = (input ?? {}) as LooseInput;
  const query = queryText(loose.query ?? {});
  return withTicket(endpoint, pathOf(endpoint, loose) + (query === '' ? '' : `?${query}`));
}

/** The same of a document whose words are the server's: it comes in the language of the page, not in that of the browser. */
export function documentAddress<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArgs<E>): string {
  const loose = (input ?? {}) as LooseInput;
  return addressOf(endpoint, { ...loose, query: { ...loose.query, lang: currentLocale() } } as unknown as CallInput<E>);
}

/** The space prefix of the address, with its slash; empty at home. */
export function spacePath(pathname: string = location.pathname): string {
  const prefix = spacePrefixOf(pathname);
  return prefix === undefined ? '' : `/${prefix}`;
}

export function newCommandId(): string {
  // randomUUID exists in secure contexts only, and many installations are plain http inside a plant
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Where an endpoint is asked: on the host of its service, else on the page's own. */
export function pathOf(endpoint: AnyEndpoint, input: LooseInput): string {
  return serviceAddress(endpoint) + ownPathOf(endpoint, input);
}

function ownPathOf(endpoint: AnyEndpoint, { params = {} }: LooseInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return `${spacePath()}/api${path}`;
}

/** Fills in the id by which a command that is sent twice takes effect once. */
export function withCommandId(endpoint: AnyEndpoint, body: unknown, id: string = newCommandId()): unknown {
  if (!takesCommandId(endpoint) || typeof body !== 'object' || body === null || 'commandId' in body) return body;
  return { ...body, commandId: id };
}
