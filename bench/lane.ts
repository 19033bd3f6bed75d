import { connect, type Socket } from 'node:net';
import { isWhole, type Request } from './load.ts';

/** One client: sends a request when the answer to the last is there, over a connection it keeps. */
export interface Lane {
  /** The body of a success; anything else fails. */
  send(request: Request & { cookie: string }): Promise<string>;
  close(): void;
}

export async function openLane(url: string): Promise<Lane> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  let waiting: { resolve: (body: string) => void; reject: (error: Error) => void; asked: string } | undefined;
  let answer: Buffer | undefined;
  const fail = (reason: string): void => waiting?.reject(new Error(`${waiting.asked}: ${reason}`));
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('the server closed the connection'));
  socket.on('data', (part: Buffer) => {
    answer = answer === undefined ? part : Buffer.concat([answer, part]);
    if (!isWhole(answer)) return;
    const text = answer.toString('utf8');
    answer = undefined;
    if (!text.startsWith('HTTP/1.1 2')) return fail(text.slice(0, 800));
    waiting!.resolve(text.slice(text.indexOf('\r\n\r\n') + 4));
  });
  return {
    send: ({ method = 'GET', path, body, cookie }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject, asked: `${method} ${path}` };
        const bodyHeaders =
          body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n${bodyHeaders}\r\n${body ?? ''}`,
        );
      }),
    close: () => {
      socket.removeAllListeners('close').destroy();
    },
  };
}
