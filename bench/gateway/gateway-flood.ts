import { connect } from 'node:net';
import { isWhole } from '../load.ts';
import { connections } from './gateway-tools.ts';

/** As many calls as 64 connections can ask; how many came through, and in what time. */
export async function floodFor(
  port: number,
  at: string,
  key: string,
  seconds: number,
): Promise<{ passed: number; took: number }> {
  const text = `GET ${at} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`;
  const began = performance.now();
  let passed = 0;
  const lane = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      let heard = Buffer.alloc(0);
      socket.on('error', reject);
      socket.on('connect', () => socket.write(text));
      socket.on('data', (bytes: Buffer) => {
        heard = Buffer.concat([heard, bytes]);
        if (!isWhole(heard)) return;
        const status = heard.toString('latin1', 9, 12);
        heard = Buffer.alloc(0);
        if (status === '200') passed += 1;
        else if (status !== '429') return reject(new Error(`answered ${status}`));
        if (performance.now() - began < seconds * 1_000) return void socket.write(text);
        socket.destroy();
        resolve();
      });
    });
  await Promise.all(Array.from({ length: connections }, lane));
  return { passed, took: (performance.now() - began) / 1_000 };
}
