import { Writable } from 'node:stream';
import { filesApi } from '@formwork/contract/files/api.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Running } from '../../start.ts';
import { signIn, startTestServer, type TestServer } from '../../testing/server.ts';

let first: TestServer;
let logging: Running;
const lines: string[] = [];
beforeAll(async () => {
  first = await startTestServer();
  const kept = new Writable({ write: (line: Buffer, _encoding, done) => done(void lines.push(String(line))) });
  logging = await startServer(
    { ...first.platform.config, databaseUrl: first.databaseUrl, role: 'web', port: 0 },
    pino({ level: 'debug' }, kept),
  );
});
afterAll(async () => {
  await logging.stop();
  await first.stop();
});

const policyOf = async (path: string) =>
  (await fetch(logging.url + path, { redirect: 'manual' })).headers.get('referrer-policy');

test('tickets of files and tokens of links are in no line of the log and in no referrer', async () => {
  const user = await signIn(logging.url!, 'user');
  const form = new FormData();
  form.append('file', new File(['图纸'], 'a.txt'));
  const [file] = (await (await user.fetch('/api/files', { method: 'POST', body: form })).json()) as { id: string }[];
  const { ticket } = await user.ok(filesApi.makeTicket, { params: { fileId: file!.id } });
  for (const path of [
    `/api/files/tickets/${ticket}`,
    `/api/files/tickets/${ticket}/content?inline=`,
    `/space-demo/api/files/tickets/${ticket}/content`,
    `/api/files/tickets/${ticket}/nothing`,
    `/share/${ticket}`,
  ]) {
    expect(await policyOf(path), path).toBe('no-referrer');
  }
  await expect.poll(() => lines.filter((line) => line.includes('/api/files/tickets/…')).length).toBe(4);
  expect(lines.join('')).toContain('/share/…');
  expect(lines.join('')).not.toContain(ticket.slice(0, 20));
});

test('a page that is handed a ticket or an invitation tells nobody its address', async () => {
  for (const path of [
    '/preview?ticket=abc',
    '/loginMiddle?preview=abc',
    '/entRegist?invite=abc',
    '/preview?among=1&ticket=abc',
  ])
    expect(await policyOf(path), path).toBe('no-referrer');
  for (const path of ['/login', '/preview?file=abc']) expect(await policyOf(path), path).toBe('same-origin');
});
