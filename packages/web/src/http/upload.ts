import { ownHeaders, pathOf, type AnyEndpoint, type CallInput, type CallResponse } from './call.ts';
import { http } from './client.ts';
import { throughService } from './services.ts';

export interface UploadOptions {
  /** Part of the whole that has left, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  /** Name of the part that carries a file. */
  name?: string;
}

/** Sends files to an endpoint whose body is a multipart stream. */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'body'>,
  files: readonly File[],
  options: UploadOptions = {},
): Promise<CallResponse<E>> {
  const form = new FormData();
  for (const file of files) form.append(options.name ?? 'file', file, file.name);
  const send = endpoint.method === 'PUT' ? http.put : http.post;
  return throughService(endpoint, (shown) =>
    send<CallResponse<E>>(pathOf(endpoint, input), form, {
      query: (input as { query?: object }).query,
      headers: { ...ownHeaders(), ...shown },
      signal: options.signal,
      // large files on slow lines: only the person gives up
      timeout: 0,
      onProgress: options.onProgress,
    }),
  );
}
