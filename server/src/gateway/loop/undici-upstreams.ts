import type { BlockList, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import type { Header } from '../call.ts';
import { NotAllowed, type Dialer } from './dial.ts';
import type { Ask, Asker, Exchange, Upstreams } from './upstream.ts';

/** Sources asked by undici: the same guard, without a connection loop of our own. */
export function openUndici(dialer: Dialer): Upstreams {
  const agents = new Map<BlockList | string, Agent>();

  function agentOf({ ranges, place, connectMs }: Ask): Agent {
    const key = place.socketPath ?? ranges;
    let agent = agents.get(key);
    if (!agent) {
      agent = new Agent({
        pipelining: 1,
        keepAliveTimeout: 4_000,
        connect: (options, callback) => {
          const secure = options.protocol === 'https:';
          const at = {
            secure,
            host: options.hostname.replace(/^\[|\]$/g, ''),
            port: Number(options.port) || (secure ? 443 : 80),
          };
          dialer.dial(place.socketPath === undefined ? at : place, ranges, connectMs).then(
            (socket) => callback(null, socket),
            (error: Error) => callback(error, null),
          );
        },
      });
      agents.set(key, agent);
    }
    return agent;
  }

  return {
    ask: (ask, asker) => asking(agentOf(ask), ask, asker),
    close() {
      for (const agent of agents.values()) void agent.destroy();
    },
  };
}

function asking(agent: Agent, ask: Ask, asker: Asker): Exchange {
  const { place, method, path, headers, upgrade } = ask;
  const origin =
    place.socketPath === undefined
      ? `http${place.secure ? 's' : ''}://${place.host.includes(':') ? `[${place.host}]` : place.host}:${place.port}`
      : 'http://house';
  const stream =
    typeof ask.body === 'string' || (typeof ask.body === 'number' && ask.body > 0) ? new PassThrough() : undefined;
  stream?.on('drain', () => asker.onDrain());
  let over = false;
  let began = false;
  let controller: Dispatcher.DispatchController | undefined;
  const patience = setTimeout(() => stop('timeout', 'no answer'), ask.connectMs + ask.firstByteMs);

  function stop(code: Parameters<Asker['onFail']>[0], detail: string): void {
    if (over) return;
    over = true;
    clearTimeout(patience);
    asker.onFail(code, detail, began);
    controller?.abort(new Error(detail));
    stream?.destroy();
  }

  const length: Header[] = typeof ask.body === 'number' && ask.body > 0 ? [['content-length', String(ask.body)]] : [];
  agent.dispatch(
    {
      origin,
      path,
      method: method,
      headers: [...headers, ...length].flat(),
      body: ask.body instanceof Buffer ? ask.body : (stream ?? null),
      ...(upgrade !== undefined && { upgrade }),
      bodyTimeout: 0,
      headersTimeout: 0,
    },
    {
      onRequestStart(started) {
        controller = started;
      },
      onRequestUpgrade(started, status, _headers, socket) {
        over = true;
        clearTimeout(patience);
        asker.onUpgrade(socket as Socket, Buffer.alloc(0), {
          status,
          headers: rawOf(started.rawHeaders),
          body: 0,
          keepAlive: false,
          size: 0,
        });
      },
      onResponseStart(started, status) {
        if (status < 200 || over) return;
        began = true;
        clearTimeout(patience);
        const told = rawOf(started.rawHeaders);
        const said = told.find(([name]) => name === 'content-length')?.[1];
        const none = method === 'HEAD' || status === 204 || status === 304;
        asker.onHead({
          status,
          headers: told,
          body: none ? 0 : said === undefined ? 'chunked' : Number(said),
          keepAlive: true,
          size: 0,
        });
      },
      onResponseData(started, chunk) {
        if (!over && !asker.onData(chunk)) started.pause();
      },
      onResponseEnd() {
        if (over) return;
        over = true;
        asker.onEnd();
      },
      onResponseError(_started, error) {
        stop(
          error instanceof NotAllowed
            ? 'upstream_address'
            : began || /HPE_|parse/i.test(error.message)
              ? 'bad_answer'
              : 'unreachable',
          error.message,
        );
      },
    },
  );

  return {
    write: (bytes) => stream?.write(bytes) ?? true,
    end: () => void stream?.end(),
    resume: () => controller?.resume(),
    abort() {
      if (over) return;
      over = true;
      clearTimeout(patience);
      controller?.abort(new Error('the caller is gone'));
      stream?.destroy();
    },
  };
}

function rawOf(raw: unknown): Header[] {
  const list = (raw ?? []) as (Buffer | string)[];
  const headers: Header[] = [];
  for (let i = 0; i + 1 < list.length; i += 2) headers.push([textOf(list[i]!).toLowerCase(), textOf(list[i + 1]!)]);
  return headers;
}

const textOf = (value: Buffer | string): string => (typeof value === 'string' ? value : value.toString('latin1'));
