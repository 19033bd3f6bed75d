import { connect } from 'node:net';
import { key } from './stand.ts';

export const keyedRequest = (at: string, shown = key): string =>
  `GET /gateway/demo/${at} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${shown}\r\n\r\n`;

/** One connection that asks as fast as it is answered; how many came through, and what else: 0 are those that were lost. */
export function flood(port: number, at: string, goesOn: () => boolean): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let heard = '';
    // what breaks off is counted too: nothing may be lost
    const lost = (): void => {
      counts.set(0, (counts.get(0) ?? 0) + 1);
      resolve(counts);
    };
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      for (;;) {
        const end = heard.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(heard.slice(0, end))?.[1] ?? 0);
        if (end < 0 || heard.length < end + 4 + length) return;
        const status = Number(heard.slice(9, 12));
        counts.set(status, (counts.get(status) ?? 0) + 1);
        heard = heard.slice(end + 4 + length);
        if (!goesOn()) {
          socket.removeListener('close', lost).destroy();
          resolve(counts);
          return;
        }
        socket.write(keyedRequest(at));
      }
    });
    socket.on('error', () => {});
    socket.on('close', lost);
    socket.on('connect', () => socket.write(keyedRequest(at)));
  });
}

export interface Flooded {
  passed: number;
  refused: number;
  lost: number;
  took: number;
  each: number[];
}

export async function floodFor(ports: readonly number[], at: string, ms: number): Promise<Flooded> {
  const began = performance.now();
  const all = await Promise.all(ports.map((port) => flood(port, at, () => performance.now() - began < ms)));
  const took = (performance.now() - began) / 1_000;
  const sum = (status: number): number => all.reduce((total, counts) => total + (counts.get(status) ?? 0), 0);
  return { passed: sum(200), refused: sum(429), lost: sum(0), took, each: all.map((counts) => counts.get(200) ?? 0) };
}
