import { refusedStatusHeader } from '@formwork/contract/endpoint.ts';
import { ApiError } from './api-error.ts';

export interface Sending {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: BodyInit | undefined;
  signal?: AbortSignal | undefined;
  /** Milliseconds; 0 waits for ever. */
  timeout: number;
  /** Part of the body that has left, 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

interface Answer {
  status: number;
  /** The status of a refusal that was asked to come as a success. */
  refusedAs: string | undefined;
  /** What the text says as JSON; the text itself where it says nothing so. */
  data: unknown;
}

/** Sends a request and reads its whole answer, whatever its status. Fails with an `ApiError` where none comes. */
export async function send(sending: Sending): Promise<Answer> {
  const { method, signal, timeout } = sending;
  const late = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
  const end = AbortSignal.any([signal, late].filter((each) => each !== undefined));
  try {
    const { status, refusedAs, text } = await (sending.onProgress
      ? sendSlowly(sending, end)
      : sendAtOnce(sending, end));
    return { status, refusedAs, data: dataOf(text) };
  } catch (cause) {
    if (signal?.aborted) throw new ApiError('canceled', { kind: 'cancelled', cause });
    if (late?.aborted)
      throw new ApiError(`timeout of ${timeout}ms exceeded`, {
        kind: 'timeout',
        data: { ms: timeout, reading: method === 'GET' },
        cause,
      });
    throw new ApiError('Network Error', { kind: 'network', cause });
  }
}

interface Received {
  status: number;
  refusedAs: string | undefined;
  text: string;
}

async function sendAtOnce({ method, url, headers, body }: Sending, signal: AbortSignal): Promise<Received> {
  const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
  return {
    status: response.status,
    refusedAs: response.headers.get(refusedStatusHeader) ?? undefined,
    text: await response.text(),
  };
}

/** The older way of browsers: it alone tells how much of a body has left. */
function sendSlowly({ method, url, headers, body, onProgress }: Sending, signal: AbortSignal): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? Math.min(1, loaded / total) : 0),
    );
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        refusedAs: request.getResponseHeader(refusedStatusHeader) ?? undefined,
        text: request.responseText,
      }),
    );
    for (const end of ['error', 'abort'] as const)
      request.addEventListener(end, () => reject(new Error(`the request ended: ${end}`)));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) return reject(new Error('the request was not sent'));
    request.send((body ?? null) as XMLHttpRequestBodyInit | null);
  });
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
