import type { BlockList, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import type { Header } from '../call.ts';
import { NotAllowed, type Dialer } from './dial.ts';
import { endedBefore, type Ask, type Asker, type Exchange, type Upstreams } from './upstream.ts';

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
  const { connectMs, firstByteMs, totalMs } = ask;
  const noAnswer = (): void => stop('timeout', began ? 'the answer did not end' : 'no answer');
  // while a body is on its way nobody answers yet
  let patience = setTimeout(noAnswer, stream ? totalMs : connectMs + firstByteMs);
  const askedAt = performance.now();

  function stop(code: Parameters<Asker['onFail']>[0], detail: string): void {
    if (over) return;
    over = true;
    clearTimeout(patience);
    asker.onFail(code, detail, began);
    controller?.abort(new Error(detail));
    stream?.destroy();
  }

  const length: Header[] = typeof ask.body === 'number' && ask.body > 0 ? [['content-length', String(ask.body)]] : [];
  let again = ask.again && !stream;
  const handler: Dispatcher.DispatchHandler = {
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
      patience = setTimeout(noAnswer, Math.max(0, askedAt + totalMs - performance.now()));
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
      clearTimeout(patience);
      asker.onEnd();
    },
    onResponseError(_started, error) {
      if (again && !over && !began && wasKept(error)) {
        again = false;
        agent.dispatch(options, handler);
        return;
      }
      stop(
        error instanceof NotAllowed ? 'upstream_address' : began || isUnreadable(error) ? 'bad_answer' : 'unreachable',
        isClosed(error) ? endedBefore : error.message,
      );
    },
  };
  const options: Dispatcher.DispatchOptions = {
    origin,
    path,
    method: method,
    headers: [...headers, ...length].flat(),
    body: ask.body instanceof Buffer ? ask.body : (stream ?? null),
    ...(upgrade !== undefined && { upgrade }),
    bodyTimeout: 0,
    headersTimeout: 0,
  };
  agent.dispatch(options, handler);

  return {
    write: (bytes) => stream?.write(bytes) ?? true,
    end() {
      stream?.end();
      if (!stream || began || over) return;
      clearTimeout(patience);
      patience = setTimeout(noAnswer, firstByteMs);
    },
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

/** What came was no answer. */
function isUnreadable(error: Error): boolean {
  const { code = '' } = error as { code?: string };
  return error.name === 'HTTPParserError' || /^HPE_|HEADERS_OVERFLOW|MISMATCH/.test(code) || code === 'UND_ERR_INFO';
}

/** The request may have been seen: nobody sends it again who could do something twice. */
const isClosed = (error: Error): boolean => (error as { code?: string }).code === 'UND_ERR_SOCKET';

/** A connection that had answered before: it was closed while the request was on its way. */
function wasKept(error: Error): boolean {
  const { code, socket } = error as { code?: string; socket?: { bytesRead?: number } };
  return code === 'UND_ERR_SOCKET' ? (socket?.bytesRead ?? 0) > 0 : code === 'ECONNRESET' || code === 'EPIPE';
}

function rawOf(raw: unknown): Header[] {
  const list = (raw ?? []) as (Buffer | string)[];
  const headers: Header[] = [];
  for (let i = 0; i + 1 < list.length; i += 2) headers.push([textOf(list[i]!).toLowerCase(), textOf(list[i + 1]!)]);
  return headers;
}

const textOf = (value: Buffer | string): string => (typeof value === 'string' ? value : value.toString('latin1'));
