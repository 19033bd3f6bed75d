import type { Socket } from 'node:net';
import type { Answer, Passage } from '../call.ts';
import { callOf, type Trust } from '../caller.ts';
import { begin, end, newRequestId, tooLarge, unreadable, withBody, type Begun, type Core } from '../core.ts';
import { BodyReader } from './body.ts';
import { atTurn, hold } from './burst.ts';
import { readInto } from './caller-socket.ts';
import { readRequestHead, type RequestHead } from './head.ts';
import type { House } from './house.ts';
import { passOn, type AnswerBegun, type Caller, type Passing } from './relay.ts';
import { reasons } from './reasons.ts';
import type { Upstreams } from './upstream.ts';
import type { Timed, Wheel } from './wheel.ts';

export interface LoopParts {
  core: Core;
  upstreams: Upstreams;
  /** The product, by a line of its own; without it, it is asked as any upstream is. */
  house?: House | undefined;
  wheel: Wheel;
  /** Whose word on the caller's address is believed: the web server, by the socket that is its own. */
  ownHost: boolean;
  secure: boolean;
  trust: Trust;
  patience: Patience;
}

/** With callers, in milliseconds. */
export interface Patience {
  /** For a head to its end. */
  headMs: number;
  /** For the next request, and for a caller that reads nothing. */
  idleMs: number;
  /** Without a byte of a body. */
  bodyMs: number;
  /** For a body that is read as a whole, to its end. */
  wholeBodyMs: number;
}

export const usualPatience: Patience = { headMs: 10_000, idleMs: 65_000, bodyMs: 30_000, wholeBodyMs: 120_000 };

const lingerMs = 1_000;
const mostWaiting = 64 * 1024;

/** One connection of a caller: one request after another, each answered before the next is looked at. */
export class Client implements Timed {
  deadline: number;
  place: number | undefined;
  readonly socket: Socket;
  readonly #parts: LoopParts;
  readonly #peer: string | undefined;
  #buffer: Buffer = empty;
  #phase: 'head' | 'body' | 'busy' | 'raw' | 'gone' = 'head';
  #head: RequestHead | undefined;
  #body: BodyReader | undefined;
  #pieces: Buffer[] = [];
  #most = 0;
  #bodyUntil = Infinity;
  #passage: Passage | undefined;
  #relay: Passing | undefined;
  #later: NodeJS.Timeout | undefined;
  #bytesOut = 0;
  #paused = false;
  /** What still comes is read and thrown away. */
  #closes = false;
  /** The other side of a connection that speaks another protocol by now. */
  #other: Socket | undefined;
  #bytesIn = 0;

  /** A connection as the server took it. */
  constructor(accepted: Socket, parts: LoopParts) {
    const socket = readInto(accepted, (bytes) => this.#hear(bytes));
    this.socket = socket;
    this.#parts = parts;
    this.deadline = performance.now() + parts.patience.headMs;
    this.#peer = socket.remoteAddress;
    parts.wheel.add(this);
    socket.setNoDelay(true);
    socket.on('drain', () => this.#relay?.resume());
    socket.on('error', () => {});
    // a caller that ended its side still hears its answer
    socket.on('end', () => {
      if (this.#phase === 'head' || this.#phase === 'body') this.#gone();
    });
    socket.on('close', () => this.#gone());
  }

  onTimeout(): void {
    if (this.#phase === 'busy' && this.#relay) {
      // the answer waits for a caller that reads nothing
      if (this.socket.writableNeedDrain) this.#gone();
      else this.deadline = performance.now() + this.#parts.patience.idleMs;
    } else this.#gone();
  }

  #hear(bytes: Buffer): void {
    if (this.#phase === 'head' && this.#buffer.length === 0) {
      // a head has begun: it is not waited for as long as for the next one
      const { wheel, patience } = this.#parts;
      this.deadline = Math.min(this.deadline, wheel.now() + patience.headMs);
    }
    if (this.#phase === 'raw') return this.#toOther(bytes);
    if (this.#phase === 'gone' || this.#closes) return;
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
    this.#pump();
    // what is read next comes into the same bytes
    if (this.#buffer.length > 0 && this.#buffer.buffer === bytes.buffer) this.#buffer = Buffer.from(this.#buffer);
    if (this.#phase === 'busy' && this.#buffer.length > mostWaiting) this.#pause();
  }

  #pause(): void {
    this.#paused = true;
    this.socket.pause();
  }

  #pump(): void {
    for (;;) {
      if (this.#phase === 'head') {
        if (this.#buffer.length === 0) return;
        const head = readRequestHead(this.#buffer);
        if (head === 'more') return;
        if (typeof head === 'string') return this.#refuseHead(head);
        this.#buffer = this.#buffer.subarray(head.size);
        this.#start(head);
      } else if (this.#phase === 'body') {
        if (this.#buffer.length === 0 || !this.#takeBody()) return;
      } else return;
    }
  }

  #refuseHead(code: 'bad_request' | 'too_long'): void {
    this.#phase = 'busy';
    const nothing = { method: 'GET', target: '/', headers: [] };
    const call = callOf(this.#parts, nothing, this.#peer, newRequestId());
    this.#send(unreadable(call, code), false, false);
    this.#close();
  }

  #start(head: RequestHead): void {
    this.#head = head;
    this.#bytesOut = 0;
    const framing = head.body === 'chunked' ? 'chunked' : Number(head.body);
    this.#body = new BodyReader(framing, true);
    const call = callOf(this.#parts, head, this.#peer, newRequestId());
    const begun = begin(this.#parts.core, call, framing);
    this.#passage = begun.passage;
    if ('readBody' in begun) {
      this.#most = begun.readBody;
      this.#pieces = [];
      if (this.#body.done) return this.#bodyRead();
      this.#expectBody();
    } else this.#go(begun);
  }

  #expectBody(): void {
    if (this.#head!.expectsContinue && this.#buffer.length === 0) this.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    this.#phase = 'body';
    const now = performance.now();
    this.#bodyUntil = this.#relay ? Infinity : now + this.#parts.patience.wholeBodyMs;
    this.deadline = now + this.#parts.patience.bodyMs;
  }

  #go(begun: Begun): void {
    if ('answer' in begun) return this.#answer(begun.answer);
    if ('cut' in begun) return this.#gone();
    if ('afterMs' in begun) return this.#wait(begun.afterMs, begun.then);
    if (!('forward' in begun)) return;
    const { forward, passage } = begun;
    const body = this.#body!;
    const streams = !body.done;
    this.#relay = passOn(
      this.#parts,
      passage,
      forward,
      streams ? (this.#head!.body as 'chunked' | number) : 0,
      this.#head!,
      this.#caller,
    );
    if (streams) this.#expectBody();
    else this.#phase = 'busy';
    const { bodyMs, idleMs } = this.#parts.patience;
    this.deadline = this.#parts.wheel.now() + (streams ? bodyMs : idleMs);
    this.#relay.start();
  }

  /** One for all requests of the connection: the next begins when the one before is answered. */
  readonly #caller: Caller = {
    head: (begun) => this.#writeHead(begun),
    data: (bytes) => this.#write(bytes),
    end: (bytes) => {
      if (bytes) this.#write(bytes);
      this.#answered(this.#passage!.refused ? 502 : this.#status);
    },
    answer: (answer) => this.#answer(answer),
    broken: () => {
      end(this.#parts.core, this.#passage!, 502, this.#body!.bytes, this.#bytesOut);
      this.#gone();
    },
    raw: (other, rest) => this.#raw(other, rest),
    resume: () => this.#resume(),
  };

  #wait(ms: number, then: Begun): void {
    this.#phase = 'busy';
    this.deadline = Infinity;
    this.#later = setTimeout(() => {
      this.#later = undefined;
      this.#go(then);
      // a body that came meanwhile
      this.#resume();
    }, ms);
  }

  /** False where no more is to be read now. */
  #takeBody(): boolean {
    const body = this.#body!;
    this.deadline = Math.min(performance.now() + this.#parts.patience.bodyMs, this.#bodyUntil);
    const relay = this.#relay;
    let goesOn = true;
    const taken = body.read(this.#buffer, (bytes) => {
      if (!relay) {
        this.#pieces.push(Buffer.from(bytes));
        return body.bytes <= this.#most;
      }
      if (body.bytes > this.#passage!.api!.body.limits.bodyBytes) return false;
      goesOn = relay.write(Buffer.from(bytes));
      return goesOn;
    });
    this.#buffer = this.#buffer.subarray(taken);
    const most = relay ? this.#passage!.api!.body.limits.bodyBytes : this.#most;
    if (body.broken || body.bytes > most) {
      relay?.abort();
      this.#relay = undefined;
      if (this.#phase === 'gone') return false;
      if (this.#headSent) return (this.#gone(), false);
      if (body.broken) this.#refuseBody();
      else this.#answer(tooLarge(this.#passage!, most).answer);
      return false;
    }
    if (body.done) {
      if (relay) {
        this.#phase = 'busy';
        relay.endBody();
        this.#next();
      } else this.#bodyRead();
      return this.#phase === 'head';
    }
    if (!goesOn) this.#pause();
    return goesOn && this.#buffer.length > 0;
  }

  #refuseBody(): void {
    this.#answer(unreadable(this.#passage!.call, 'bad_request'));
  }

  #bodyRead(): void {
    this.#phase = 'busy';
    const whole = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#go(withBody(this.#parts.core, this.#passage!, whole));
  }

  #headSent = false;
  #status = 0;
  #chunked = false;
  #done = false;

  #answer(answer: Answer): void {
    const head = this.#head!;
    const unread = !this.#body!.done;
    this.#send(answer, head.method === 'HEAD', !unread && head.keepAlive);
    end(this.#parts.core, this.#passage!, answer.status, this.#body!.bytes, this.#bytesOut);
    this.#relay = undefined;
    // a body that nobody reads is not skipped: what comes behind it might be made to look like a request
    if (unread || !head.keepAlive) return this.#close();
    this.#done = true;
    this.#next();
  }

  #send({ status, headers, body }: Answer, headOnly: boolean, keepAlive: boolean): void {
    let text = `HTTP/1.1 ${status} ${reasons[status] ?? 'Unknown'}\r\n`;
    for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
    if (status !== 204 && status !== 304) text += `content-length: ${body.length}\r\n`;
    text += `${keepAlive ? '' : 'connection: close\r\n'}\r\n`;
    this.#headSent = true;
    this.#bytesOut += body.length;
    const bytes = Buffer.from(text, 'latin1');
    hold(this.socket);
    this.socket.write(headOnly || body.length === 0 ? bytes : Buffer.concat([bytes, body]));
  }

  #pending: string | undefined;

  #writeHead({ status, headers, lines, framing }: AnswerBegun): void {
    const { minor, keepAlive } = this.#head!;
    let text = `HTTP/1.1 ${status} ${reasons[status] ?? 'Unknown'}\r\n`;
    if (lines === undefined) for (const [name, value] of headers) text += `${name}: ${value}\r\n`;
    else text += lines;
    this.#chunked = framing === 'chunked' && minor === 1;
    if (typeof framing === 'number') text += `content-length: ${framing}\r\n`;
    else if (this.#chunked) text += 'transfer-encoding: chunked\r\n';
    // without a length, an old caller knows the end by the end of the connection
    if (!keepAlive || (framing === 'chunked' && minor === 0)) text += 'connection: close\r\n';
    this.#status = status;
    this.#headSent = true;
    // goes with the first bytes of the body, which mostly came along
    this.#pending = `${text}\r\n`;
    atTurn(this.#flush);
  }

  /** One for all answers. */
  readonly #flush = (): void => this.#flushHead();

  #flushHead(): void {
    if (this.#pending === undefined || this.#phase === 'gone') return;
    const text = this.#pending;
    this.#pending = undefined;
    hold(this.socket);
    this.socket.write(text, 'latin1');
  }

  #write(bytes: Buffer): boolean {
    this.#bytesOut += bytes.length;
    this.deadline = this.#parts.wheel.now() + this.#parts.patience.idleMs;
    const head = this.#pending ?? '';
    this.#pending = undefined;
    hold(this.socket);
    const start = this.#chunked ? `${head}${bytes.length.toString(16)}\r\n` : head;
    // what comes is there for as long as the call
    const out = Buffer.allocUnsafe(start.length + bytes.length + (this.#chunked ? 2 : 0));
    out.write(start, 0, 'latin1');
    bytes.copy(out, start.length);
    if (this.#chunked) out.write('\r\n', start.length + bytes.length, 'latin1');
    return this.socket.write(out);
  }

  /** The answer is out to its end. */
  #answered(status: number): void {
    this.#flushHead();
    if (this.#chunked) this.socket.write('0\r\n\r\n', 'latin1');
    const head = this.#head!;
    end(this.#parts.core, this.#passage!, status, this.#body!.bytes, this.#bytesOut);
    this.#relay = undefined;
    const wasChunkedForOld = !this.#chunked && head.minor === 0;
    if (!this.#body!.done || !head.keepAlive || wasChunkedForOld) return this.#close();
    this.#done = true;
    this.#next();
  }

  /** On to the next request, once answer and body are both at their end. */
  #next(): void {
    if (!this.#done || !this.#body!.done || this.#phase === 'gone') return;
    this.#done = false;
    this.#headSent = false;
    this.#chunked = false;
    this.#passage = undefined;
    this.#phase = 'head';
    const { headMs, idleMs } = this.#parts.patience;
    this.deadline = this.#parts.wheel.now() + (this.#buffer.length > 0 ? headMs : idleMs);
    this.#resume();
    if (this.#buffer.length > 0) setImmediate(() => this.#pump());
  }

  #resume(): void {
    if (this.#phase === 'gone' || this.#phase === 'raw') return;
    if (this.#phase === 'body' && this.#buffer.length > 0) this.#pump();
    if (!this.#paused) return;
    this.#paused = false;
    this.socket.resume();
  }

  /** Both sides speak by themselves from here on. */
  #raw(other: Socket, rest: Buffer): void {
    this.#flushHead();
    this.#phase = 'raw';
    this.deadline = Infinity;
    this.#relay = undefined;
    const { socket } = this;
    socket.removeAllListeners('drain').removeAllListeners('end');
    this.#other = other;
    if (rest.length > 0) socket.write(rest);
    if (this.#buffer.length > 0) other.write(this.#buffer);
    this.#buffer = empty;
    const passage = this.#passage!;
    other.on('data', (bytes: Buffer) => {
      this.#bytesOut += bytes.length;
      if (!socket.write(bytes)) other.pause();
    });
    socket.on('drain', () => other.resume());
    other.on('drain', () => socket.resume());
    socket.on('end', () => other.end());
    other.on('end', () => socket.end());
    const over = (): void => {
      end(this.#parts.core, passage, 101, this.#bytesIn, this.#bytesOut);
      socket.destroy();
      other.destroy();
    };
    socket.on('close', over);
    other.on('close', over);
    other.resume();
    socket.resume();
  }

  #toOther(bytes: Buffer): void {
    this.#bytesIn += bytes.length;
    // what is written may wait, what is read next comes into the same bytes
    if (!this.#other!.write(Buffer.from(bytes))) this.socket.pause();
  }

  /** Says goodbye, and gives the caller a moment to read it before the connection ends. */
  #close(): void {
    if (this.#phase === 'gone') return;
    this.#phase = 'busy';
    this.#buffer = empty;
    this.#closes = true;
    this.socket.end();
    this.socket.resume();
    this.#relay = undefined;
    this.deadline = performance.now() + lingerMs;
  }

  #gone(): void {
    if (this.#phase === 'gone') return;
    const wasRaw = this.#phase === 'raw';
    this.#phase = 'gone';
    clearTimeout(this.#later);
    this.#parts.wheel.remove(this);
    this.#relay?.abort();
    this.#relay = undefined;
    if (this.#passage && !wasRaw)
      end(this.#parts.core, this.#passage, this.#headSent ? this.#status : 499, this.#body?.bytes ?? 0, this.#bytesOut);
    this.socket.destroy();
  }
}

const empty = Buffer.alloc(0);
