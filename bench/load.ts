import { connect, type Socket } from 'node:net';

export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  body?: string;
}

export interface Load {
  url: string;
  seconds: number;
  /** Headers of every request. */
  headers: Record<string, string>;
  /** The n-th request. */
  request: (n: number) => Request;
}

export const connections = 10;

/**
 * Requests a second over HTTP on ten connections, each sending its next request when the answer is there to the last
 * byte; throws at the first answer that is no success, which would be fast and worthless. Written by hand because the
 * caller shares the machine with what it measures: this takes half the processor time of the usual tools.
 */
export async function ratePerSecond({ url, seconds, headers, request }: Load): Promise<number> {
  const { hostname, port } = new URL(url);
  const fixed = Object.entries({ host: `${hostname}:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  let sent = 0;
  const next = (): string => {
    const { method = 'GET', path, body } = request(sent++);
    const bodyHeaders =
      body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${path} HTTP/1.1\r\n${fixed}${bodyHeaders}\r\n${body ?? ''}`;
  };
  const began = performance.now();
  const until = began + seconds * 1_000;
  const done = await Promise.all(
    Array.from({ length: connections }, () => oneConnection(hostname, Number(port), next, until)),
  );
  return done.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1_000);
}

function oneConnection(host: string, port: number, next: () => string, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let done = 0;
    let answer: Buffer | undefined;
    let asked = '';
    const socket: Socket = connect({ host, port, noDelay: true });
    const ask = (): void => {
      asked = next();
      socket.write(asked);
    };
    const fail = (reason: string): void => {
      socket.destroy();
      reject(new Error(`${asked.slice(0, asked.indexOf('\r\n'))}: ${reason}`));
    };
    socket.on('connect', ask);
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => fail('the server closed the connection'));
    socket.on('data', (part: Buffer) => {
      answer = answer === undefined ? part : Buffer.concat([answer, part]);
      if (!isWhole(answer)) return;
      if (!answer.toString('latin1', 0, 10).startsWith('HTTP/1.1 2')) return fail(answer.toString('latin1', 0, 600));
      answer = undefined;
      done++;
      if (performance.now() < until) return ask();
      socket.removeAllListeners('close').destroy();
      resolve(done);
    });
  });
}

const mostHeaderBytes = 2_000;

/** Whether an answer is there to the end, by its length or by its last chunk. */
export function isWhole(answer: Buffer): boolean {
  const start = answer.toString('latin1', 0, mostHeaderBytes);
  const headersEnd = start.indexOf('\r\n\r\n');
  if (headersEnd < 0) return false;
  const length = /\ncontent-length: *(\d+)/i.exec(start);
  if (length && length.index < headersEnd) return answer.length >= headersEnd + 4 + Number(length[1]);
  return answer.toString('latin1', answer.length - 7) === '\r\n0\r\n\r\n';
}
