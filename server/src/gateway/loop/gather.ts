import { headerOf, type Answer, type Passage } from '../call.ts';
import { finish, refusal } from '../policies/answer.ts';
import { mostReadBytes, type Forward } from '../policies/forward.ts';
import { healthName } from '../targets.ts';
import type { LoopParts } from './client.ts';
import type { Caller, Passing } from './relay.ts';
import { askWhole, type Whole } from './whole.ts';

type Asked = NonNullable<Forward['parts']>[number];

/** Several upstreams asked at once, their answers put into one. What is missing is said by name, beside what is there. */
export class Gathering implements Passing {
  readonly #parts: LoopParts;
  readonly #passage: Passage;
  readonly #forward: Forward;
  readonly #caller: Caller;
  #aborts: (() => void)[] = [];
  #over = false;

  constructor(parts: LoopParts, passage: Passage, forward: Forward, caller: Caller) {
    this.#parts = parts;
    this.#passage = passage;
    this.#forward = forward;
    this.#caller = caller;
  }

  start(): void {
    const began = performance.now();
    this.#passage.askedAt = began;
    const asked = this.#forward.parts!;
    void Promise.all(asked.map((part) => this.#ask(part))).then((answers) => {
      if (this.#over) return;
      this.#passage.upstreamMs = performance.now() - began;
      this.#over = true;
      this.#caller.answer(this.#together(asked, answers));
    });
  }

  /** A caller's body goes nowhere: an aggregation reads. */
  write(): boolean {
    return true;
  }

  endBody(): void {}

  resume(): void {}

  abort(): void {
    this.#over = true;
    for (const abort of this.#aborts) abort();
  }

  async #ask({ id, url, health }: Asked): Promise<Whole> {
    const { core, upstreams } = this.#parts;
    const { api, state } = this.#passage;
    const { upstream } = api!.body;
    if (health !== '' && core.targets.isIll(healthName(api!.key, id)))
      return { failure: 'no_upstream', said: 'its checks fail' };
    const chosen = core.targets.choose(api!.key, [{ id, url, weight: 1 }], upstream.breaker, none);
    if (typeof chosen === 'string') return { failure: chosen, said: 'left alone for a while' };
    const { answer, abort } = askWhole(
      upstreams,
      {
        place: chosen.place,
        ranges: state!.ranges,
        method: 'GET',
        path: chosen.path || '/',
        headers: this.#forward.headers,
        body: 0,
        connectMs: upstream.connectMs,
        firstByteMs: upstream.firstByteMs,
        totalMs: upstream.totalMs,
        again: true,
      },
      mostReadBytes,
    );
    this.#aborts.push(abort);
    const whole = await answer;
    if (this.#over) core.targets.released(api!.key, chosen.target);
    else if (whole.failure === undefined && whole.status < 500) core.targets.worked(api!.key, chosen.target);
    else core.targets.failed(api!.key, chosen.target, upstream.breaker);
    return whole;
  }

  #together(asked: readonly Asked[], answers: readonly Whole[]): Answer {
    const passage = this.#passage;
    const values: string[] = [];
    const missing: Record<string, string> = {};
    for (const [i, { name, required }] of asked.entries()) {
      const whole = answers[i]!;
      const text = whole.failure === undefined ? jsonOf(whole) : undefined;
      if (text === undefined) {
        const why = whole.failure ?? (isGood(whole.status) ? 'bad_answer' : String(whole.status));
        missing[name] = why;
        if (required)
          return refusal(passage, { code: 'part_failed', detail: { part: name, why }, told: { part: name } });
      }
      values.push(`${JSON.stringify(name)}:${text ?? 'null'}`);
    }
    const lacking = Object.keys(missing);
    if (lacking.length === asked.length && asked.length > 0)
      return refusal(passage, { code: 'part_failed', detail: { missing }, told: { missing } });
    const headers: Answer['headers'] = [['content-type', 'application/json; charset=utf-8']];
    if (lacking.length > 0) {
      headers.push(['x-partial', lacking.join(', ')]);
      values.push(`"_missing":${JSON.stringify(missing)}`);
      passage.notes.missing = missing;
      // what lacks something now may be whole the next time
      passage.cacheKey = undefined;
    }
    return finish(
      passage,
      { status: 200, headers, body: Buffer.from(`{${values.join(',')}}`) },
      this.#parts.core.cache,
    );
  }
}

const none: ReadonlySet<string> = new Set();
const isGood = (status: number): boolean => status >= 200 && status < 300;

/** As it came where it is JSON, so that long numbers keep their digits; another text as a text. */
function jsonOf({ status, headers, body }: Extract<Whole, { failure?: undefined }>): string | undefined {
  if (!isGood(status)) return undefined;
  if (body.length === 0) return 'null';
  const text = body.toString();
  if (!/\bjson\b/i.test(headerOf(headers, 'content-type') ?? '')) return JSON.stringify(text);
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
