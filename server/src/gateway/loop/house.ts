import type { Socket } from 'node:net';
import { BlockList } from 'node:net';
import { frameOf, openFrames } from '../house-frames.ts';
import type { Dialer, Place } from './dial.ts';
import { endedBefore, type Ask, type Asker, type Exchange } from './upstream.ts';
import type { Timed, Wheel } from './wheel.ts';

/** Calls of the product's own records and statements: whole texts both ways, over one connection of this thread. */
export interface House {
  ask(ask: Ask & { body: Buffer }, asker: Asker): Exchange;
  close(): void;
}

const answered: [string, string][] = [['content-type', 'application/json; charset=utf-8']];

export function openHouse(place: Place, dialer: Dialer, wheel: Wheel): House {
  const waiting = new Map<number, Call>();
  let line: Promise<Socket> | undefined;
  let open: Socket | undefined;
  let count = 0;

  function lost(detail: string): void {
    line = open = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    for (const one of all) one.fail('unreachable', detail);
  }

  /** One attempt for all that wait for it. */
  function connect(connectMs: number): Promise<Socket> {
    const frames = openFrames((call, status, text) => {
      const one = waiting.get(call);
      waiting.delete(call);
      one?.answer(status, text);
    });
    const hear = (bytes: Buffer): void => {
      if (!frames.hear(bytes)) open?.destroy();
    };
    return dialer.dial(place, new BlockList(), connectMs, hear).then((socket) => {
      open = socket;
      socket.on('data', hear);
      socket.on('close', () => lost(endedBefore));
      return socket;
    });
  }

  return {
    ask(ask, asker) {
      count = (count + 1) % 0x1_0000_0000;
      const number = count;
      const call = new Call(ask, asker, wheel, () => waiting.delete(number));
      waiting.set(number, call);
      const send = (socket: Socket): void => {
        if (call.over) return;
        // at once: held until the end of the turn, the product would begin when the last of them is read
        socket.write(frameOf(number, 0, ask.body));
      };
      if (open) send(open);
      else
        (line ??= connect(ask.connectMs)).then(send, (error: unknown) => {
          line = undefined;
          waiting.delete(number);
          call.fail('unreachable', error instanceof Error ? error.message : '');
        });
      return call;
    },
    close: () => open?.destroy(),
  };
}

class Call implements Exchange, Timed {
  deadline: number;
  place: number | undefined;
  over = false;
  readonly #asker: Asker;
  readonly #wheel: Wheel;
  readonly #forget: () => void;

  constructor({ connectMs, firstByteMs, totalMs }: Ask, asker: Asker, wheel: Wheel, forget: () => void) {
    this.#asker = asker;
    this.#wheel = wheel;
    this.#forget = forget;
    this.deadline = performance.now() + Math.min(connectMs + firstByteMs, totalMs);
    wheel.add(this);
  }

  answer(status: number, text: Buffer): void {
    if (this.over) return;
    this.#leave();
    this.#asker.onHead({ status, headers: answered, body: text.length, keepAlive: true, size: 0 });
    if (this.#aborted) return;
    if (text.length > 0) this.#asker.onData(text);
    if (!this.#aborted) this.#asker.onEnd();
  }

  fail(code: 'unreachable' | 'timeout', detail: string): void {
    if (this.over) return;
    this.#leave();
    this.#asker.onFail(code, detail, false);
  }

  onTimeout(): void {
    this.#forget();
    this.fail('timeout', 'no answer');
  }

  #aborted = false;

  /** The product goes on for nobody: its answer is not waited for. */
  abort(): void {
    this.#aborted = true;
    if (this.over) return;
    this.#forget();
    this.#leave();
  }

  /** A body was read to its end before the product is asked. */
  write(): boolean {
    return true;
  }

  end(): void {}

  resume(): void {}

  #leave(): void {
    this.over = true;
    this.#wheel.remove(this);
  }
}
