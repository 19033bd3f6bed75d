import { Agent, request } from 'node:http';
import { ratePerSecond } from './load.ts';

export interface Asked {
  path: string;
  body?: object;
}

/** At a time: enough to be a server at work, few enough that nobody waits for a turn. */
const lanes = 4;

/** Waiting times on a few lanes for so many seconds, then the rate on as many connections as the limit has for half as many. */
export async function waiting(
  url: string,
  { path, body }: Asked,
  headers: Record<string, string>,
  seconds: number,
): Promise<{ p95: number; rate: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const took: number[] = [];
  const text = body && JSON.stringify(body);
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await ask(agent, url + path, headers, text);
        took.push(performance.now() - sent);
      }
    }),
  );
  agent.destroy();
  const rate = await ratePerSecond({
    url,
    seconds: seconds / 2,
    headers,
    request: () => (text === undefined ? { path } : { method: 'POST', path, body: text }),
  });
  took.sort((a, b) => a - b);
  return { p95: took[Math.floor(took.length * 0.95)] ?? Number.NaN, rate };
}

function ask(agent: Agent, url: string, headers: Record<string, string>, body: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`));
        answer.resume().once('end', resolve).once('error', reject);
      },
    );
    sent.once('error', reject).end(body);
  });
}
