import { request as send, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Cookies that were set, as a browser sends them back. */
  cookies: string[];
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  cookie?: string;
  body?: unknown;
}

/** Asks a server under any name, as a proxy in front of it would: redirects are not followed, no cookie is kept. */
export function askHost(
  url: string,
  host: string,
  path: string,
  { method = 'GET', headers = {}, cookie, body }: Asking = {},
): Promise<HostAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asking = send(
      {
        hostname,
        port,
        path,
        method,
        headers: {
          host,
          ...(cookie !== undefined && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        text(response).then(
          (read) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: read,
              cookies: (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]!),
            }),
          reject,
        );
      },
    );
    asking.on('error', reject);
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
