import type { Socket } from 'node:net';
import type { Target } from '@formwork/contract/gateway/definition.ts';
import type { RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import type { Answer, Header, Passage } from '../call.ts';
import { mostCallBytes } from '../house-frames.ts';
import { finish, headOf, linesOf, refusal } from '../policies/answer.ts';
import { mostReadBytes, type Forward } from '../policies/forward.ts';
import { picksCanary } from '../policies/canary.ts';
import type { Targets } from '../targets.ts';
import { earnRetry, takeRetry } from './budget.ts';
import type { Place } from './dial.ts';
import { Gathering } from './gather.ts';
import { mirror } from './mirror.ts';
import type { AnswerHead, RequestHead } from './head.ts';
import type { LoopParts } from './client.ts';
import { endedBefore, type Asker, type Exchange } from './upstream.ts';

export interface AnswerBegun {
  status: number;
  headers: readonly Header[];
  /** In their place, as they are written. */
  lines?: string | undefined;
  framing: number | 'chunked' | 'none';
}

/** The caller's side, as a relay sees it. */
export interface Caller {
  head(answer: AnswerBegun): void;
  /** False asks for a pause, which `resume` of the relay ends. */
  data(bytes: Buffer): boolean;
  end(bytes?: Buffer): void;
  answer(answer: Answer): void;
  /** An answer that had begun does not come to its end: the caller has to notice. */
  broken(): void;
  raw(other: Socket, rest: Buffer): void;
  resume(): void;
}

const noHeaders: readonly Header[] = [];
const noneTried: ReadonlySet<string> = new Set();

/** What stands between a caller and what it asked for. */
export interface Passing {
  start(): void;
  /** A part of the caller's body; false asks for a pause. */
  write(bytes: Buffer): boolean;
  endBody(): void;
  resume(): void;
  /** The caller is gone. */
  abort(): void;
}

/** What brings a call to its source, or to several. */
export function passOn(
  parts: LoopParts,
  passage: Passage,
  forward: Forward,
  streams: number | 'chunked',
  request: RequestHead,
  caller: Caller,
): Passing {
  return forward.parts
    ? new Gathering(parts, passage, forward, caller)
    : new Relay(parts, passage, forward, streams, request, caller);
}

/** One call between its caller and a source: chosen, asked, tried elsewhere where that does no harm, and passed back. */
class Relay implements Asker, Passing {
  readonly #parts: LoopParts;
  readonly #passage: Passage;
  readonly #forward: Forward;
  readonly #streams: number | 'chunked';
  readonly #request: RequestHead;
  readonly #caller: Caller;
  /** Those that failed this call. */
  #tried = noneTried;
  #asked = '';
  #target: Target | undefined;
  #exchange: Exchange | undefined;
  #askedAt = 0;
  #left: number;
  #sent = false;
  #answerHead: AnswerHead | undefined;
  #read: Buffer[] | undefined;
  #readBytes = 0;
  #among: readonly Target[] = [];

  constructor(
    parts: LoopParts,
    passage: Passage,
    forward: Forward,
    streams: number | 'chunked',
    request: RequestHead,
    caller: Caller,
  ) {
    this.#parts = parts;
    this.#passage = passage;
    this.#forward = forward;
    this.#streams = streams;
    this.#request = request;
    this.#caller = caller;
    this.#left = passage.api!.body.upstream.retries;
  }

  start(): void {
    const { source } = this.#passage.api!.body;
    if (source.is === 'upstream') {
      const canary = source.canary && picksCanary(this.#passage, source.canary) ? source.canary : undefined;
      this.#among = canary?.targets ?? source.targets;
      if (canary) this.#passage.notes.canary = true;
      if (source.mirror && this.#streams === 0) mirror(this.#parts, this.#passage, this.#forward, source.mirror);
    }
    earnRetry(this.#passage.api!.key);
    this.#ask();
  }

  #ask(): void {
    const { core, upstreams, house: own } = this.#parts;
    const { api, state, call } = this.#passage;
    const { upstream } = api!.body;
    const { method, headers, lines, body, house, path, asText } = this.#forward;
    let place: Place = core.house;
    let whole = path;
    if (!house) {
      const chosen = this.#choose();
      if (typeof chosen === 'string')
        return this.#refuse(chosen, this.#tried.size > 0 ? 'all were tried' : 'none is well');
      this.#target = chosen.target;
      this.#asked = chosen.target.id;
      this.#passage.target = chosen.target.url;
      place = chosen.place;
      whole = `${chosen.path}${path}`;
    }
    this.#askedAt = performance.now();
    this.#passage.askedAt ??= this.#askedAt;
    const upgrade =
      !house && this.#request.upgrade === 'websocket' && call.method === 'GET' ? this.#request.upgrade : undefined;
    const asked = {
      place,
      ranges: state!.ranges,
      method,
      path: whole,
      headers,
      lines,
      body: body ?? this.#streams,
      upgrade,
      connectMs: upstream.connectMs,
      firstByteMs: upstream.firstByteMs,
      totalMs: upstream.totalMs,
      again: this.#forward.repeatable && this.#streams === 0,
    };
    const byLine = own && asText && body && body.length <= mostCallBytes;
    this.#exchange = byLine ? own.ask({ ...asked, body }, this) : upstreams.ask(asked, this);
  }

  /** The next release that is not well is no reason to refuse: the one before it answers. */
  #choose(): ReturnType<Targets['choose']> {
    const { targets } = this.#parts.core;
    const { key, body } = this.#passage.api!;
    const chosen = targets.choose(key, this.#among, body.upstream.breaker, this.#tried);
    if (typeof chosen !== 'string' || body.source.is !== 'upstream' || this.#among === body.source.targets)
      return chosen;
    this.#among = body.source.targets;
    this.#passage.notes.canary = 'away';
    return targets.choose(key, this.#among, body.upstream.breaker, this.#tried);
  }

  write(bytes: Buffer): boolean {
    this.#sent = true;
    return this.#exchange?.write(bytes) ?? true;
  }

  endBody(): void {
    this.#exchange?.end();
  }

  resume(): void {
    this.#exchange?.resume();
  }

  abort(): void {
    this.#exchange?.abort();
    this.#exchange = undefined;
    if (this.#target) this.#parts.core.targets.released(this.#passage.api!.key, this.#target);
    this.#target = undefined;
  }

  onHead(head: AnswerHead): void {
    this.#passage.upstreamMs = performance.now() - this.#askedAt;
    this.#answerHead = head;
    this.#judge(head.status < 500);
    if (this.#forward.house && head.status === 503) return this.#houseAway();
    const { readsAnswer, mustRead } = this.#forward;
    if (readsAnswer && this.#request.method !== 'HEAD') {
      const isLong = typeof head.body === 'number' && head.body > mostReadBytes;
      if (isLong && mustRead) return this.#tooLarge();
      if (!isLong) {
        this.#read = [];
        return;
      }
    }
    this.#passHead(head);
  }

  #passHead(head: AnswerHead): void {
    const { status } = head;
    const lines = linesOf(this.#passage, head);
    const headers = lines === undefined ? headOf(this.#passage, head.headers) : noHeaders;
    this.#caller.head({ status, headers, lines, framing: this.#framing(head) });
  }

  /** An answer to HEAD says how long the body would be. */
  #framing({ status, body, headers }: AnswerHead): number | 'chunked' | 'none' {
    if (status === 204 || status === 304) return 'none';
    if (this.#request.method === 'HEAD') {
      const said = headers.find(([name]) => name === 'content-length')?.[1];
      return said === undefined ? 'none' : Number(said);
    }
    return typeof body === 'number' ? body : 'chunked';
  }

  onData(bytes: Buffer): boolean {
    if (!this.#read) return this.#caller.data(bytes);
    this.#readBytes += bytes.length;
    if (this.#readBytes > mostReadBytes) {
      if (!this.#forward.mustRead) return this.#passRead(bytes);
      this.#tooLarge();
      return false;
    }
    // the connection's own buffer is used again
    this.#read.push(Buffer.from(bytes));
    return true;
  }

  onEnd(): void {
    this.#exchange = undefined;
    if (!this.#read) return this.#caller.end();
    const { status, headers } = this.#answerHead!;
    const answer = {
      status,
      headers: headers.filter(([name]) => name !== 'content-length'),
      body: Buffer.concat(this.#read),
    };
    this.#caller.answer(finish(this.#passage, answer, this.#parts.core.cache));
  }

  onUpgrade(socket: Socket, rest: Buffer, head: AnswerHead): void {
    this.#judge(true);
    this.#exchange = undefined;
    const headers = headOf(this.#passage, head.headers);
    const upgrade = head.headers.find(([name]) => name === 'upgrade')?.[1] ?? 'websocket';
    this.#caller.head({
      status: 101,
      headers: [...headers, ['connection', 'Upgrade'], ['upgrade', upgrade]],
      framing: 'none',
    });
    this.#caller.raw(socket, rest);
  }

  onFail(code: RefusalCode, detail: string, began: boolean): void {
    this.#exchange = undefined;
    this.#judge(false);
    if (began && !this.#read) {
      this.#passage.refused = { code, detail: { said: detail } };
      return this.#caller.broken();
    }
    const harmless = this.#forward.repeatable || code === 'unreachable' || code === 'upstream_address';
    const whole = this.#streams === 0 || (!this.#sent && this.#forward.body !== undefined);
    const mayRepeat = code === 'unreachable' && !this.#forward.repeatable ? detail !== endedBefore : harmless;
    if (!this.#forward.house && mayRepeat && whole && this.#left > 0 && code !== 'timeout' && this.#mayRetry()) {
      this.#left -= 1;
      this.#tried = new Set([...this.#tried, this.#asked]);
      // with one address alone it is tried there once more
      const { source } = this.#passage.api!.body;
      if (
        source.is === 'upstream' &&
        source.targets.filter(({ id, weight }) => weight > 0 && !this.#tried.has(id)).length === 0
      )
        this.#tried = noneTried;
      this.#read = undefined;
      this.#readBytes = 0;
      this.#passage.notes.tries = Number(this.#passage.notes.tries ?? 1) + 1;
      return this.#ask();
    }
    this.#refuse(this.#forward.house && code === 'unreachable' ? 'source_away' : code, detail);
  }

  onDrain(): void {
    this.#caller.resume();
  }

  /** At most every fifth call is tried again: retries of all would finish off an upstream that is weak. */
  #mayRetry(): boolean {
    return takeRetry(this.#passage.api!.key);
  }

  /** Too long to be kept: what was read goes out, and the rest as it comes. */
  #passRead(bytes: Buffer): boolean {
    const before = this.#read!;
    this.#read = undefined;
    this.#passHead(this.#answerHead!);
    for (const one of before) this.#caller.data(one);
    return this.#caller.data(bytes);
  }

  /** The product is there, what it stands on is not: it says so in its own words, the gateway in those of the caller. */
  #houseAway(): void {
    this.#exchange?.abort();
    this.#exchange = undefined;
    this.#refuse('source_away', 'the product has no database, or no room');
  }

  #tooLarge(): void {
    this.#exchange?.abort();
    this.#exchange = undefined;
    this.#refuse('answer_too_large', `more than ${mostReadBytes} bytes`);
  }

  #judge(well: boolean): void {
    const { targets } = this.#parts.core;
    const { api } = this.#passage;
    if (!this.#target) return;
    if (well) targets.worked(api!.key, this.#target);
    else targets.failed(api!.key, this.#target, api!.body.upstream.breaker);
    this.#target = undefined;
  }

  #refuse(code: RefusalCode, said: string): void {
    this.#caller.answer(
      refusal(this.#passage, {
        code,
        detail: { said, ...(this.#passage.target !== undefined && { target: this.#passage.target }) },
      }),
    );
  }
}
