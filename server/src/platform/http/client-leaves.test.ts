import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { filesApi } from '@formwork/contract/files/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

// Who closes a page in mid-answer is nothing that anybody has to look after.

let server: TestServer;
let user: Client;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.as('user');
});
afterAll(() => server.stop());

/** Asks, takes the first bytes of the answer and is gone. */
async function leaveAt(path: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${user.cookie}\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
}

test('a client that leaves in the midst of an answer is no error', async () => {
  const form = new FormData();
  form.append('file', new Blob([randomBytes(6_000_000)]), 'large.bin');
  const uploaded = await user.fetch('/api/files', { method: 'POST', body: form });
  const [file] = (await uploaded.json()) as [{ id: string }];
  const complaints = (['error', 'warn'] as const).map((level) => vi.spyOn(server.platform.log, level));
  await leaveAt(`/api/files/${file.id}`);
  await leaveAt(`/api/files/archive?ids=${file.id}`);
  // what is said of it would have been said by then
  for (let times = 0; times < 20; times += 1) await user.ok(filesApi.view, { params: { fileId: file.id } });
  for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
});
