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
  /** False asks for a pause, which `resume` ends. The bytes are there for as long as the call: what is kept is copied. */
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
  /** In their place, as they are written. */
  lines?: string | undefined;
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
  const lines = openLines();
  return { ask: (ask, asker) => new Asking(ask, asker, dialer, wheel, lines), close: lines.close };
}

interface Connection {
  socket: Socket;
  /** Where it lies while nobody has it. */
  idle: Connection[];
  until: number;
  /** Of the exchange that has it; undefined while it is idle. */
  asking: Asking | undefined;
}

/** A place that is asked, with what is worked out of it once. */
interface Line {
  /** Kept connections. */
  idle: Connection[];
  /** As the header of that name says it. */
  host: string;
}

interface Lines {
  /** What one enterprise may reach is its own: kept connections are not shared with others. */
  of(place: Place, ranges: BlockList): Line;
  close(): void;
}

function openLines(): Lines {
  const byRanges = new Map<BlockList, Map<string, Line>>();
  const keys = new WeakMap<Place, string>();
  let last: { place: Place; ranges: BlockList; line: Line } | undefined;
  const keyOf = (place: Place): string => {
    let key = keys.get(place);
    if (key === undefined) {
      const { secure, host, port, socketPath } = place;
      keys.set(place, (key = socketPath ?? `${secure ? 's' : ''}${host}:${port}`));
    }
    return key;
  };
  return {
    of(place, ranges) {
      if (last?.place === place && last.ranges === ranges) return last.line;
      let own = byRanges.get(ranges);
      if (!own) {
        last = undefined;
        // a snapshot that was swapped for the next has no calls any more, and its connections end by themselves
        for (const [old, lines] of byRanges)
          if ([...lines.values()].every(({ idle }) => idle.length === 0)) byRanges.delete(old);
        byRanges.set(ranges, (own = new Map()));
      }
      const key = keyOf(place);
      let found = own.get(key);
      if (!found) own.set(key, (found = { idle: [], host: hostOf(place) }));
      last = { place, ranges, line: found };
      return found;
    },
    close() {
      for (const own of byRanges.values())
        for (const { idle } of own.values()) for (const one of idle.splice(0)) one.socket.destroy();
    },
  };
}

class Asking implements Exchange, Timed {
  deadline: number;
  place: number | undefined;
  readonly #ask: Ask;
  readonly #asker: Asker;
  readonly #dialer: Dialer;
  readonly #wheel: Wheel;
  readonly #line: Line;
  readonly #began: number;
  #connection: Connection | undefined;
  #reused = false;
  #head: AnswerHead | undefined;
  #body: BodyReader | undefined;
  #rest: Buffer | undefined;
  #waiting: Buffer[] | undefined;
  #ended: boolean;
  #over = false;
  #anyByte = false;
  #paused = false;

  constructor(ask: Ask, asker: Asker, dialer: Dialer, wheel: Wheel, lines: Lines) {
    this.#ask = ask;
    this.#asker = asker;
    this.#dialer = dialer;
    this.#wheel = wheel;
    this.#line = lines.of(ask.place, ask.ranges);
    this.#ended = typeof ask.body !== 'string' && (typeof ask.body !== 'number' || ask.body === 0);
    this.#began = performance.now();
    // while a body is on its way nobody answers yet
    this.deadline = this.#began + (this.#ended ? ask.connectMs + ask.firstByteMs : ask.totalMs);
    wheel.add(this);
    const kept = ask.upgrade === undefined ? this.#youngest() : undefined;
    if (kept) this.#take(kept, true);
    else this.#connect();
  }

  #youngest(): Connection | undefined {
    const connections = this.#line.idle;
    while (connections.length > 0) {
      const last = connections.pop()!;
      if (last.until > this.#wheel.now() && last.socket.writable && !last.socket.destroyed) return last;
      last.socket.destroy();
    }
    return undefined;
  }

  #connect(): void {
    const { place, ranges, connectMs, upgrade } = this.#ask;
    let connection: Connection | undefined;
    const hear = (bytes: Buffer): void => {
      if (connection?.asking) connection.asking.#hear(bytes);
      // nobody asked: whatever it is, it is no answer to the next one
      else connection?.socket.destroy();
    };
    // what speaks another protocol later is a stream as any other
    const read = upgrade === undefined ? hear : undefined;
    this.#dialer.dial(place, ranges, connectMs, read).then(
      (socket) => {
        if (this.#over) return socket.destroy();
        const opened: Connection = { socket, idle: this.#line.idle, until: 0, asking: undefined };
        connection = opened;
        socket.on('data', hear);
        const gone = (): void => {
          if (opened.asking) opened.asking.#lost();
          else dropIdle(opened);
        };
        socket.on('end', gone);
        socket.on('close', gone);
        socket.on('drain', () => {
          if (opened.asking) opened.asking.#asker.onDrain();
        });
        this.#take(opened, false);
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
    const { method, path, headers, lines, body, upgrade } = this.#ask;
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.#line.host}\r\n`;
    if (lines === undefined) for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
    else text += lines;
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
    if (!waiting) return;
    this.#waiting = undefined;
    for (const bytes of waiting) socket.write(bytes);
    this.#asker.onDrain();
  }

  write(bytes: Buffer): boolean {
    if (this.#over) return true;
    const framed = this.#ask.body === 'chunked' ? chunkOf(bytes) : bytes;
    if (this.#connection) return this.#connection.socket.write(framed);
    (this.#waiting ??= []).push(framed);
    return false;
  }

  end(): void {
    if (this.#ended || this.#over) return;
    this.#ended = true;
    const { firstByteMs, totalMs } = this.#ask;
    if (!this.#head) this.deadline = Math.min(performance.now() + firstByteMs, this.#began + totalMs);
    if (this.#ask.body !== 'chunked') return;
    if (this.#connection) this.#connection.socket.write(lastChunk);
    else (this.#waiting ??= []).push(lastChunk);
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
      // of buffers that were put together nobody else has any
      this.#rest = buffer === bytes ? Buffer.from(bytes) : buffer;
      return;
    }
    while (!this.#head) {
      const head = readAnswerHead(buffer, this.#ask.method);
      if (head === 'more') {
        this.#rest = Buffer.from(buffer);
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
      if (at < buffer.length) this.#rest = Buffer.from(buffer.subarray(at));
    }
  }

  /** More than the answer came, or the request was not sent to its end: then the connection is of no further use. */
  #finish(more: boolean): void {
    const connection = this.#connection!;
    const head = this.#head!;
    this.#leave();
    connection.asking = undefined;
    const idleMs = idleMsOf(head);
    const { idle } = connection;
    if (
      more ||
      !head.keepAlive ||
      !this.#ended ||
      idleMs <= 0 ||
      this.#ask.upgrade !== undefined ||
      idle.length >= mostIdle
    )
      connection.socket.destroy();
    else {
      connection.until = this.#wheel.now() + idleMs;
      if (this.#paused) connection.socket.resume();
      idle.push(connection);
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

function dropIdle(connection: Connection): void {
  connection.socket.destroy();
  const at = connection.idle.indexOf(connection);
  if (at >= 0) connection.idle.splice(at, 1);
}

function idleMsOf({ headers }: AnswerHead): number {
  const said = /timeout=(\d{1,6})/.exec(headerOf(headers, 'keep-alive') ?? '')?.[1];
  return said === undefined ? usualIdleMs : Math.min(Number(said) * 1_000 - 1_000, 60_000);
}

function hostOf({ socketPath, host, port, secure }: Place): string {
  if (socketPath !== undefined) return 'house';
  return port === (secure ? 443 : 80) ? host : `${host}:${port}`;
}
