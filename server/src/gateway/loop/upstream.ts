import type { BlockList, Socket } from 'node:net';
import type { RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import { headerOf, type Header } from '../call.ts';
import { BodyReader, chunkOf, lastChunk } from './body.ts';
import { hold } from './burst.ts';
import { NotAllowed, type Dialer, type Place } from './dial.ts';
import { readAnswerHead, type AnswerHead, type Framing } from './head.ts';
import type { Timed, Wheel } from './wheel.ts';

/** Who asked: told of the answer as it comes. */
export interface Asker {
  onHead(head: AnswerHead): void;
  /** False asks for a pause, which `resume` ends. */
  onData(bytes: Buffer): boolean;
  onEnd(): void;
  /** The other side speaks another protocol now: what is left is handed on as it is. */
  onUpgrade(socket: Socket, rest: Buffer, head: AnswerHead): void;
  /** Nothing is to be had; `began` where parts of an answer came already. */
  onFail(code: RefusalCode, detail: string, began: boolean): void;
  onDrain(): void;
}

export interface Ask {
  place: Place;
  ranges: BlockList;
  method: string;
  path: string;
  headers: readonly Header[];
  /** As a whole, or how it will come by `write`. */
  body: Buffer | Framing;
  upgrade: string | undefined;
  connectMs: number;
  firstByteMs: number;
  totalMs: number;
  /** May be sent a second time where a kept connection turns out to be closed. */
  again: boolean;
}

export interface Exchange {
  /** A part of the body; false asks for a pause. */
  write(bytes: Buffer): boolean;
  end(): void;
  resume(): void;
  /** The caller is gone. */
  abort(): void;
}

export interface Upstreams {
  ask(ask: Ask, asker: Asker): Exchange;
  close(): void;
}

/** The request may have been seen all the same. */
export const endedBefore = 'the connection ended before an answer';

/** Servers that say nothing close after five seconds, many of them. */
const usualIdleMs = 4_000;
const mostIdle = 256;

export function openUpstreams(dialer: Dialer, wheel: Wheel): Upstreams {
  const idle = new Map<string, Connection[]>();
  return {
    ask: (ask, asker) => new Asking(ask, asker, dialer, wheel, idle),
    close() {
      for (const connections of idle.values()) for (const one of connections) one.socket.destroy();
      idle.clear();
    },
  };
}

interface Connection {
  socket: Socket;
  key: string;
  until: number;
  /** Of the exchange that has it; undefined while it is idle. */
  asking: Asking | undefined;
}

class Asking implements Exchange, Timed {
  deadline: number;
  readonly #ask: Ask;
  readonly #asker: Asker;
  readonly #dialer: Dialer;
  readonly #wheel: Wheel;
  readonly #idle: Map<string, Connection[]>;
  readonly #key: string;
  readonly #began: number;
  #connection: Connection | undefined;
  #reused = false;
  #head: AnswerHead | undefined;
  #body: BodyReader | undefined;
  #rest: Buffer | undefined;
  #waiting: Buffer[] = [];
  #ended: boolean;
  #over = false;
  #anyByte = false;
  #paused = false;

  constructor(ask: Ask, asker: Asker, dialer: Dialer, wheel: Wheel, idle: Map<string, Connection[]>) {
    this.#ask = ask;
    this.#asker = asker;
    this.#dialer = dialer;
    this.#wheel = wheel;
    this.#idle = idle;
    this.#ended = typeof ask.body !== 'string' && (typeof ask.body !== 'number' || ask.body === 0);
    const { secure, host, port, socketPath } = ask.place;
    // what one enterprise may reach is its own: kept connections are not shared with others
    this.#key = socketPath ?? `${secure ? 's' : ''}${host}:${port} ${rangesId(ask.ranges)}`;
    this.#began = performance.now();
    // while a body is on its way nobody answers yet
    this.deadline = this.#began + (this.#ended ? ask.connectMs + ask.firstByteMs : ask.totalMs);
    wheel.add(this);
    const kept = ask.upgrade === undefined ? this.#youngest() : undefined;
    if (kept) this.#take(kept, true);
    else this.#connect();
  }

  #youngest(): Connection | undefined {
    const connections = this.#idle.get(this.#key);
    while (connections && connections.length > 0) {
      const last = connections.pop()!;
      if (last.until > performance.now() && last.socket.writable && !last.socket.destroyed) return last;
      last.socket.destroy();
    }
    return undefined;
  }

  #connect(): void {
    this.#dialer.dial(this.#ask.place, this.#ask.ranges, this.#ask.connectMs).then(
      (socket) => {
        if (this.#over) return socket.destroy();
        const connection: Connection = { socket, key: this.#key, until: 0, asking: undefined };
        socket.on('data', (bytes: Buffer) => {
          if (connection.asking) connection.asking.#hear(bytes);
          // nobody asked: whatever it is, it is no answer to the next one
          else socket.destroy();
        });
        const gone = (): void => {
          if (connection.asking) connection.asking.#lost();
          else dropIdle(this.#idle, connection);
        };
        socket.on('end', gone);
        socket.on('close', gone);
        socket.on('drain', () => {
          if (connection.asking) connection.asking.#asker.onDrain();
        });
        this.#take(connection, false);
      },
      (error: unknown) =>
        this.#fail(
          error instanceof NotAllowed ? 'upstream_address' : 'unreachable',
          error instanceof Error ? error.message : '',
        ),
    );
  }

  #take(connection: Connection, reused: boolean): void {
    this.#connection = connection;
    this.#reused = reused;
    connection.asking = this;
    const { method, path, headers, body, upgrade, place } = this.#ask;
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${hostOf(place)}\r\n`;
    for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
    if (upgrade !== undefined) text += `connection: Upgrade\r\nupgrade: ${upgrade}\r\n`;
    if (body === 'chunked') text += 'transfer-encoding: chunked\r\n';
    else if (body instanceof Buffer) text += `content-length: ${body.length}\r\n`;
    else if (typeof body === 'number' && (body > 0 || !['GET', 'HEAD', 'DELETE'].includes(method)))
      text += `content-length: ${body}\r\n`;
    text += '\r\n';
    const { socket } = connection;
    hold(socket);
    if (body instanceof Buffer && body.length > 0) socket.write(Buffer.concat([Buffer.from(text, 'latin1'), body]));
    else socket.write(text, 'latin1');
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const bytes of waiting) socket.write(bytes);
    if (waiting.length > 0) this.#asker.onDrain();
  }

  write(bytes: Buffer): boolean {
    if (this.#over) return true;
    const framed = this.#ask.body === 'chunked' ? chunkOf(bytes) : bytes;
    if (this.#connection) return this.#connection.socket.write(framed);
    this.#waiting.push(framed);
    return false;
  }

  end(): void {
    if (this.#ended || this.#over) return;
    this.#ended = true;
    const { firstByteMs, totalMs } = this.#ask;
    if (!this.#head) this.deadline = Math.min(performance.now() + firstByteMs, this.#began + totalMs);
    if (this.#ask.body !== 'chunked') return;
    if (this.#connection) this.#connection.socket.write(lastChunk);
    else this.#waiting.push(lastChunk);
  }

  resume(): void {
    if (!this.#paused || this.#over) return;
    this.#paused = false;
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest) this.#hear(rest);
    if (!this.#paused && !this.#over) this.#connection?.socket.resume();
  }

  abort(): void {
    if (this.#over) return;
    this.#leave();
    this.#connection?.socket.destroy();
  }

  onTimeout(): void {
    this.#fail('timeout', this.#head ? 'the answer did not end' : 'no answer');
  }

  #hear(bytes: Buffer): void {
    if (this.#over) return;
    this.#anyByte = true;
    let buffer = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.#rest = undefined;
    if (this.#paused) {
      this.#rest = buffer;
      return;
    }
    while (!this.#head) {
      const head = readAnswerHead(buffer, this.#ask.method);
      if (head === 'more') {
        this.#rest = buffer;
        return;
      }
      if (head === 'bad') return this.#fail('bad_answer', 'the head of the answer');
      buffer = buffer.subarray(head.size);
      if (head.status === 101) {
        if (this.#ask.upgrade === undefined) return this.#fail('bad_answer', 'nobody asked for another protocol');
        const { socket } = this.#connection!;
        this.#leave();
        socket
          .removeAllListeners('data')
          .removeAllListeners('end')
          .removeAllListeners('close')
          .removeAllListeners('drain');
        return this.#asker.onUpgrade(socket, buffer, head);
      }
      if (head.status < 200) continue;
      this.#head = head;
      this.deadline = this.#began + this.#ask.totalMs;
      this.#body = new BodyReader(head.body, false);
      this.#asker.onHead(head);
      if (this.#over) return;
    }
    this.#takeBody(buffer);
  }

  #takeBody(buffer: Buffer): void {
    const body = this.#body!;
    let at = 0;
    while (at < buffer.length && !body.done && !body.broken && !this.#paused && !this.#over) {
      at += body.read(at === 0 ? buffer : buffer.subarray(at), (bytes) => {
        const goesOn = this.#asker.onData(bytes);
        if (!goesOn) this.#paused = true;
        return goesOn;
      });
    }
    if (this.#over) return;
    if (body.broken) return this.#fail('bad_answer', 'a chunk of the answer');
    if (body.done) return this.#finish(at < buffer.length);
    if (this.#paused) {
      this.#connection?.socket.pause();
      if (at < buffer.length) this.#rest = buffer.subarray(at);
    }
  }

  /** More than the answer came, or the request was not sent to its end: then the connection is of no further use. */
  #finish(more: boolean): void {
    const connection = this.#connection!;
    const head = this.#head!;
    this.#leave();
    connection.asking = undefined;
    const idleMs = idleMsOf(head);
    const list = this.#idle.get(this.#key) ?? [];
    if (
      more ||
      !head.keepAlive ||
      !this.#ended ||
      idleMs <= 0 ||
      this.#ask.upgrade !== undefined ||
      list.length >= mostIdle
    )
      connection.socket.destroy();
    else {
      connection.until = performance.now() + idleMs;
      if (this.#paused) connection.socket.resume();
      list.push(connection);
      this.#idle.set(this.#key, list);
    }
    this.#asker.onEnd();
  }

  #lost(): void {
    if (this.#over) return;
    if (this.#body?.endsWithConnection) {
      this.#leave();
      this.#connection?.socket.destroy();
      return this.#asker.onEnd();
    }
    if (this.#reused && !this.#anyByte && this.#ask.again) {
      // it was closed while the request was on its way: it cannot have been seen
      this.#connection!.asking = undefined;
      this.#connection = undefined;
      this.#reused = false;
      return this.#connect();
    }
    this.#fail(
      this.#anyByte ? 'bad_answer' : 'unreachable',
      this.#head ? 'the connection ended within the answer' : endedBefore,
    );
  }

  #fail(code: RefusalCode, detail: string): void {
    if (this.#over) return;
    this.#leave();
    if (this.#connection) {
      this.#connection.asking = undefined;
      this.#connection.socket.destroy();
    }
    this.#asker.onFail(code, detail, this.#head !== undefined);
  }

  #leave(): void {
    this.#over = true;
    this.#wheel.remove(this);
  }
}

function dropIdle(idle: Map<string, Connection[]>, connection: Connection): void {
  connection.socket.destroy();
  const list = idle.get(connection.key);
  const at = list?.indexOf(connection) ?? -1;
  if (at >= 0) list!.splice(at, 1);
}

function idleMsOf({ headers }: AnswerHead): number {
  const said = /timeout=(\d{1,6})/.exec(headerOf(headers, 'keep-alive') ?? '')?.[1];
  return said === undefined ? usualIdleMs : Math.min(Number(said) * 1_000 - 1_000, 60_000);
}

function hostOf({ socketPath, host, port, secure }: Place): string {
  if (socketPath !== undefined) return 'house';
  return port === (secure ? 443 : 80) ? host : `${host}:${port}`;
}

const ids = new WeakMap<BlockList, number>();
let made = 0;
function rangesId(ranges: BlockList): number {
  let id = ids.get(ranges);
  if (id === undefined) ids.set(ranges, (id = ++made));
  return id;
}
