import axios, { type AxiosProgressEvent, type AxiosRequestConfig } from 'axios';
import { currentLocale } from '../i18n/i18n.ts';
import { formText, queryText } from '../query-string.ts';
import { apiErrorOf, preparedOf } from './api-error.ts';

export interface RequestOptions {
  query?: object | undefined;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; 0 waits for ever. */
  timeout?: number | undefined;
  onUploadProgress?: ((event: AxiosProgressEvent) => void) | undefined;
  responseType?: 'json' | 'blob' | 'text' | undefined;
}

export interface BodyOptions extends RequestOptions {
  /** Sends the body as JSON; without it, and without a content type of its own, a body is form-encoded. */
  json?: boolean | undefined;
}

const client = axios.create({ timeout: 60_000, paramsSerializer: { serialize: queryText } });

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
  get: <T>(url: string, options?: RequestOptions) => request<T>({ method: 'GET', url, ...settings(options) }),
  post: <T>(url: string, body?: unknown, options?: BodyOptions) => request<T>({ method: 'POST', url, ...withBody(body, options) }),
  put: <T>(url: string, body?: unknown, options?: BodyOptions) => request<T>({ method: 'PUT', url, ...withBody(body, options) }),
  patch: <T>(url: string, body?: unknown, options?: BodyOptions) => request<T>({ method: 'PATCH', url, ...withBody(body, options) }),
  delete: <T>(url: string, options?: RequestOptions) => request<T>({ method: 'DELETE', url, ...settings(options) }),
  /** A deletion that names what it means in a form-encoded (or, when asked, JSON) body. */
  deleteWithForm: <T>(url: string, body: unknown, options?: BodyOptions) => request<T>({ method: 'DELETE', url, ...withBody(body, options) }),
};

async function request<T>(config: AxiosRequestConfig): Promise<T> {
  try {
    const { status, data } = await client.request<T>(config);
    const prepared = preparedOf(status, data);
    if (prepared) throw prepared;
    return data;
  } catch (thrown) {
    if (!axios.isAxiosError(thrown)) throw thrown;
    const error = apiErrorOf(thrown);
    const why = shutOutCodes.find((code) => code === error.code);
    if (why !== undefined || error.code === 'platform.not_signed_in') for (const listener of signedOutListeners) listener(why);
    if (error.code === 'identity.session.other_person') for (const listener of otherPersonListeners) listener(undefined);
    throw error;
  }
}

function settings({ query, headers, ...rest }: RequestOptions = {}): AxiosRequestConfig {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...given, params: query, headers: { 'Accept-Language': currentLocale(), ...headers } };
}

function withBody(body: unknown, { json = false, ...options }: BodyOptions = {}): AxiosRequestConfig {
  const config = settings(options);
  if (body === undefined) return config;
  const { text, type } = encode(body, json, contentTypeOf(options.headers));
  return { ...config, data: text, headers: { ...(config.headers as Record<string, string>), ...(type === undefined ? {} : { 'Content-Type': type }) } };
}

/** A body as it travels. A form's parts and raw contents bring their own type. */
export function encode(body: unknown, json: boolean, contentType?: string): { text: unknown; type?: string } {
  if (body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams) return { text: body };
  if (json || contentType?.includes('json')) return { text: JSON.stringify(body), type: contentType ?? 'application/json' };
  if (typeof body === 'string') return { text: body, type: contentType ?? 'application/x-www-form-urlencoded' };
  if (contentType === undefined || contentType.startsWith('application/x-www-form-urlencoded')) {
    return { text: formText(body as object), type: contentType ?? 'application/x-www-form-urlencoded' };
  }
  return { text: body, type: contentType };
}

function contentTypeOf(headers: Record<string, string> | undefined): string | undefined {
  return Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}
