import type { Core } from './core.ts';
import type { Dialer, Place } from './loop/dial.ts';
import { readAnswerHead } from './loop/head.ts';

const timeoutMs = 5_000;

/** Asks upstreams by themselves whether they are well, as their APIs say; the answer is this thread's. */
export function checkHealth(core: Core, dialer: Dialer): NodeJS.Timeout {
  const nextAt = new Map<string, number>();
  const timer = setInterval(() => {
    const now = Date.now();
    for (const state of core.gateway.states.values())
      for (const { body } of state.apis.values()) {
        if (body.source.is !== 'upstream' || !body.source.health) continue;
        const { path, seconds } = body.source.health;
        for (const { url } of body.source.targets) {
          const key = `${state.spaceId} ${url} ${path}`;
          if ((nextAt.get(key) ?? 0) > now) continue;
          nextAt.set(key, now + seconds * 1_000);
          void isWell(dialer, url, path, state.ranges).then((well) => core.targets.judged(url, well));
        }
      }
  }, 500);
  timer.unref();
  return timer;
}

async function isWell(
  dialer: Dialer,
  base: string,
  path: string,
  ranges: Parameters<Dialer['dial']>[1],
): Promise<boolean> {
  try {
    const url = new URL(base);
    const secure = url.protocol === 'https:';
    const place: Place = {
      secure,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 443 : 80),
    };
    const target = new URL(`${url.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`, url.origin);
    const socket = await dialer.dial(place, ranges, timeoutMs);
    return await new Promise<boolean>((resolve) => {
      let heard: Buffer = Buffer.alloc(0);
      const over = (well: boolean): void => {
        clearTimeout(patience);
        socket.destroy();
        resolve(well);
      };
      const patience = setTimeout(() => over(false), timeoutMs);
      socket.on('data', (bytes: Buffer) => {
        heard = Buffer.concat([heard, bytes]);
        const head = readAnswerHead(heard, 'GET');
        if (head !== 'more') over(head !== 'bad' && head.status < 400);
      });
      socket.on('close', () => over(false));
      socket.write(
        `GET ${target.pathname}${target.search} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\nuser-agent: formwork-gateway\r\n\r\n`,
      );
    });
  } catch {
    return false;
  }
}
