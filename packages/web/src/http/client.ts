import { currentLocale, loadErrorText } from '../i18n/i18n.ts';
import { formText, queryText } from '../query-string.ts';
import { failureOf, goneOf, isApiError, preparedOf } from './api-error.ts';
import { send, type Sending } from './send.ts';

export interface RequestOptions {
  query?: object | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; 0 waits for ever. */
  timeout?: number | undefined;
  /** Part of the whole that has left, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

export interface BodyOptions extends RequestOptions {
  /** Sends the body as JSON; without it, and without a content type of its own, a body is form-encoded. */
  json?: boolean | undefined;
}

const patience = 60_000;

type Listener = (why: string | undefined) => void;
const signedOutListeners = new Set<Listener>();
/** The enterprise was shut: nobody of it goes on. */
const shutOutCodes = ['identity.space.suspended', 'identity.space.expired'];
const otherPersonListeners = new Set<Listener>();

/** Calls the listener when the server no longer knows who is asking, with the code of a reason where there is one. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** Calls the listener when somebody else is signed in by now than the page says. */
export function onOtherPerson(listener: Listener): () => void {
  otherPersonListeners.add(listener);
  return () => otherPersonListeners.delete(listener);
}

/** The plain client; endpoints of the contract are called with `call`. */
export const http = {
  get: <T>(url: string, options?: RequestOptions) => request<T>(settings('GET', url, options)),
  post: <T>(url: string, body?: unknown, options?: BodyOptions) => request<T>(withBody('POST', url, body, options)),
  put: <T>(url: string, body?: unknown, options?: BodyOptions) => request<T>(withBody('PUT', url, body, options)),
  patch: <T>(url: string, body?: unknown, options?: BodyOptions) => request<T>(withBody('PATCH', url, body, options)),
  delete: <T>(url: string, options?: RequestOptions) => request<T>(settings('DELETE', url, options)),
  /** A deletion that names what it means in a form-encoded (or, when asked, JSON) body. */
  deleteWithForm: <T>(url: string, body: unknown, options?: BodyOptions) =>
    request<T>(withBody('DELETE', url, body, options)),
};

async function request<T>(sending: Sending): Promise<T> {
  try {
    const { status, refusedAs, data } = await send(sending);
    const other = preparedOf(status, data) ?? goneOf(refusedAs, data);
    if (other) throw other;
    if (status < 200 || status > 299) throw failureOf(status, data);
    return data as T;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const why = shutOutCodes.find((code) => code === error.code);
    if (why !== undefined || error.code === 'platform.not_signed_in')
      for (const listener of signedOutListeners) listener(why);
    if (error.code === 'identity.session.other_person')
      for (const listener of otherPersonListeners) listener(undefined);
    // whoever is told of it says it in words at once
    await Promise.all([error.code, ...error.fields.map(({ code }) => code)].map(loadErrorText));
    throw error;
  }
}

function settings(
  method: Sending['method'],
  url: string,
  { query, headers, signal, timeout = patience, onProgress }: RequestOptions = {},
): Sending {
  const text = queryText(query ?? {});
  return {
    method,
    url: text === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${text}`,
    headers: { Accept: 'application/json, text/plain, */*', 'Accept-Language': currentLocale(), ...headers },
    signal,
    timeout,
    onProgress,
  };
}

function withBody(
  method: Sending['method'],
  url: string,
  body: unknown,
  { json = false, ...options }: BodyOptions = {},
): Sending {
  const sending = settings(method, url, options);
  if (body === undefined) return sending;
  const named = contentTypeOf(options.headers);
  const { text, type } = encode(body, json, named);
  const headers = type === undefined || type === named ? sending.headers : { ...sending.headers, 'Content-Type': type };
  return { ...sending, body: text as BodyInit, headers };
}

/** A body as it travels. A form's parts and raw contents bring their own type. */
export function encode(body: unknown, json: boolean, contentType?: string): { text: unknown; type?: string } {
  if (body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams) return { text: body };
  if (json || contentType?.includes('json'))
    return { text: JSON.stringify(body), type: contentType ?? 'application/json' };
  if (typeof body === 'string') return { text: body, type: contentType ?? 'application/x-www-form-urlencoded' };
  if (contentType === undefined || contentType.startsWith('application/x-www-form-urlencoded')) {
    return { text: formText(body as object), type: contentType ?? 'application/x-www-form-urlencoded' };
  }
  return { text: body, type: contentType };
}

function contentTypeOf(headers: Record<string, string> | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}
