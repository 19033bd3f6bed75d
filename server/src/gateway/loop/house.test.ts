import { mkdtempSync, rmSync } from 'node:fs';
import { BlockList, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frameOf, openFrames } from '../house-frames.ts';
import { openDialer } from './dial.ts';
import { openHouse, type House } from './house.ts';
import type { Ask, Asker } from './upstream.ts';
import { openWheel } from './wheel.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fw-line-'));
const socketPath = path.join(folder, 'calls.sock');
const wheel = openWheel();
const house: House = openHouse({ secure: false, host: '', port: 0, socketPath }, openDialer([], []), wheel);

/** What each call gets: by its text. */
let serve: (text: string, answer: (status: number, text: string) => void, socket: Socket) => void;
let lines = 0;
let server: Server;

beforeAll(async () => {
  server = createServer((socket) => {
    lines += 1;
    const frames = openFrames((call, _, text) => {
      serve(text.toString(), (status, answered) => socket.write(frameOf(call, status, answered)), socket);
    });
    socket.on('data', (bytes: Buffer) => void frames.hear(bytes));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
});
afterAll(() => {
  house.close();
  wheel.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function asked(text: string, ms = 5_000): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let told = '';
  const asker: Asker = {
    onHead: ({ status, body }) => void (told += `${status} ${String(body)} `),
    onData: (bytes) => ((told += bytes.toString()), true),
    onEnd: () => resolve(told),
    onUpgrade: () => resolve('upgrade'),
    onFail: (code, detail) => resolve(`${code}: ${detail}`),
    onDrain: () => {},
  };
  const ask = { connectMs: 1_000, firstByteMs: ms, totalMs: ms, ranges: new BlockList() } as Ask;
  house.ask({ ...ask, body: Buffer.from(text) }, asker);
  return promise;
}

test('each of many calls on one line gets its own answer, in whatever order they come', async () => {
  serve = (text, answer) =>
    setTimeout(() => answer(200, `${text} 好 ${'x'.repeat(Number(text) * 7)}`), (Number(text) * 7) % 20);
  const texts = Array.from({ length: 300 }, (_, n) => String(n));
  const answers = await Promise.all(texts.map((text) => asked(text)));
  expect(answers).toEqual(
    texts.map((text) => {
      const body = `${text} 好 ${'x'.repeat(Number(text) * 7)}`;
      return `200 ${Buffer.byteLength(body)} ${body}`;
    }),
  );
  expect(lines).toBe(1);
});

test('a line that ends fails those on it, and the next call has another', async () => {
  serve = (_, __, socket) => void socket.destroy();
  const before = lines;
  expect(await Promise.all([asked('a'), asked('b')])).toEqual(
    Array.from({ length: 2 }, () => 'unreachable: the connection ended before an answer'),
  );
  serve = (text, answer) => answer(201, text);
  expect(await asked('again')).toBe('201 5 again');
  expect(lines).toBe(before + 1);
});

test('an answer that comes too late is nobody’s', async () => {
  let late: (() => void) | undefined;
  serve = (text, answer) => (text === 'slow' ? (late = () => answer(200, 'late')) : answer(200, text));
  expect(await asked('slow', 150)).toBe('timeout: no answer');
  late!();
  expect(await asked('next')).toBe('200 4 next');
});

test('without the product it is away, and the line opens once it is back', async () => {
  house.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(await asked('x')).toMatch(/^unreachable: /);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  serve = (text, answer) => answer(200, text);
  expect(await asked('back')).toBe('200 4 back');
});
