import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Client } from './server.ts';

interface Heard {
  type: string;
  topic?: string;
}

/** What a page of this person hears from now on, with what it watches, until the test ends. */
export async function listen(url: string, client: Client, ...topics: string[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  onTestFinished(() => socket.terminate());
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Heard));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  await expect.poll(() => heard.some((message) => message.type === 'bound')).toBe(true);
  for (const topic of topics) socket.send(JSON.stringify({ type: 'watch', topic }));
  const watching = () => heard.flatMap(({ type, topic }) => (type === 'watching' ? [topic] : []));
  await expect.poll(watching).toEqual(topics);
  return heard;
}
