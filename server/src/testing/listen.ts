import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from './server.ts';

/** What a page of this person hears from now on, until the test ends. */
export async function listen(url: string, client: Client): Promise<{ type: string }[]> {
  const heard: { type: string }[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  onTestFinished(() => socket.terminate());
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { type: string }));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  await expect.poll(() => heard.some((message) => message.type === 'bound')).toBe(true);
  return heard;
}
