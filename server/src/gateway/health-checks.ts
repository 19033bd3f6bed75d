import type { Core } from './core.ts';
import type { Dialer, Place } from './loop/dial.ts';
import { readAnswerHead } from './loop/head.ts';
import type { ApiState } from './state.ts';
import { healthName } from './targets.ts';

const timeoutMs = 5_000;

/** Asks upstreams by themselves whether they are well, as their APIs say; the answer is this thread's. */
export function checkHealth(core: Core, dialer: Dialer): NodeJS.Timeout {
  const nextAt = new Map<string, number>();
  const timer = setInterval(() => {
    const now = Date.now();
    const names = new Set<string>();
    for (const state of core.gateway.states.values())
      for (const api of state.apis.values())
        for (const { name, url, path, seconds } of checksOf(api)) {
          names.add(name);
          const key = `${state.spaceId} ${name} ${url} ${path}`;
          if ((nextAt.get(key) ?? 0) > now) continue;
          nextAt.set(key, now + seconds * 1_000);
          void isWell(dialer, url, path, state.ranges).then((well) => core.targets.judged(name, well));
        }
    core.targets.keepJudged(names);
  }, 500);
  timer.unref();
  return timer;
}

interface Check {
  /** Under which it is judged. */
  name: string;
  url: string;
  path: string;
  seconds: number;
}

function checksOf({ body: { source, operations }, key }: ApiState): Check[] {
  if (source.is === 'aggregate')
    return operations.flatMap(({ parts }) =>
      parts
        .filter(({ health }) => health !== '')
        .map(({ id, url, health }) => ({
          name: healthName(key, id),
          // of the address only its host is no matter of the call
          url: hostPart.exec(url)?.[0] ?? '',
          path: health,
          seconds: partSeconds,
        })),
    );
  if (source.is !== 'upstream' || !source.health) return [];
  const { path, seconds } = source.health;
  return source.targets.map(({ url }) => ({ name: url, url, path, seconds }));
}

const hostPart = /^https?:\/\/[^/?]*/;
const partSeconds = 10;

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
