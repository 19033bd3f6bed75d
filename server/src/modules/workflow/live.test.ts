import { randomUUID } from 'node:crypto';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from '../../testing/server.ts';
import { openScene, type Scene } from './testing/scene.ts';

let scene: Scene;
const sockets: WebSocket[] = [];
beforeAll(async () => { scene = await openScene(); });
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await scene.server.stop();
});

test('a to-do comes and goes on the pages of those it concerns, and of nobody else', async () => {
  const formId = await scene.form('a:AB end', 'start>a a>end');
  const recordId = await scene.record(formId);
  const [a, b, s] = await Promise.all([listen(await scene.who('A')), listen(await scene.who('B')), listen(await scene.who('S'))]);
  await scene.start(formId, recordId);
  const todo = expect.objectContaining({ type: 'workflow.todo', formId, recordId });
  await expect.poll(() => a, { timeout: 20_000 }).toContainEqual(todo);
  await expect.poll(() => b, { timeout: 20_000 }).toContainEqual(todo);
  const task = await scene.task(formId, recordId, 'A');
  await (await scene.who('A')).ok(workflowApi.submit, { params: { taskId: task.id }, body: { commandId: randomUUID(), version: task.version } });
  await expect.poll(() => b, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ type: 'workflow.changed', recordId, state: 'finished' }));
  expect(s.filter((message) => message.type !== 'bound')).toEqual([]);
});

/** What a page of this person hears. */
async function listen(client: Client): Promise<{ type: string }[]> {
  const heard: { type: string }[] = [];
  const socket = new WebSocket(`${scene.server.url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  sockets.push(socket);
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { type: string }));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  await expect.poll(() => heard.some((message) => message.type === 'bound')).toBe(true);
  return heard;
}
