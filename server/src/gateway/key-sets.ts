import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { rangesOf } from '../platform/http/addresses.ts';
import { placeOfUrl } from './targets.ts';
import type { Dialer } from './loop/dial.ts';
import { openUpstreams } from './loop/upstream.ts';
import { askWhole } from './loop/whole.ts';
import { openWheel } from './loop/wheel.ts';
import type { Snapshot, SnapshotFile } from './snapshot.ts';

/** Keys of those who sign tokens, fetched from where they lie; the last good ones stay, over a restart too. */
export interface KeySetFetcher {
  want(file: SnapshotFile): void;
  /** Somebody shows a token by a key that is not among them. */
  lacks(spaceId: string, address: string): void;
  all(): KeySet[];
  stop(): void;
}

export interface KeySet {
  spaceId: string;
  address: string;
  text: string;
}

const freshMs = 10 * 60_000;
/** After a failure, and at the soonest after a token with an unknown key. */
const againMs = 15_000;
const mostBytes = 256 * 1024;
const patience = { connectMs: 3_000, firstByteMs: 5_000, totalMs: 10_000 };

export function openKeySets(
  folder: string,
  dialer: Dialer,
  log: Logger,
  tell: (set: KeySet) => void,
  { fresh = freshMs, again = againMs }: { fresh?: number; again?: number } = {},
): KeySetFetcher {
  const file = path.join(folder, 'keys.json');
  const kept = new Map<string, KeySet>(readKept(file).map((set) => [keyOf(set), set]));
  const wanted = new Map<string, { spaceId: string; address: string; ranges: string[]; at: number; good: boolean }>();
  const wheel = openWheel();
  const upstreams = openUpstreams(dialer, wheel);
  let stopped = false;
  const timer = setInterval(() => {
    for (const one of wanted.values()) if (performance.now() - one.at >= (one.good ? fresh : again)) void fetch(one);
  }, again / 3);
  timer.unref();

  async function fetch(one: { spaceId: string; address: string; ranges: string[]; at: number; good: boolean }) {
    one.at = performance.now();
    const { place, path: target } = placeOfUrl(one.address);
    const headers = [
      ['accept', 'application/json'],
      ['accept-encoding', 'identity'],
      ['user-agent', 'formwork-gateway'],
    ] as const;
    const ask = {
      place,
      ranges: rangesOf(one.ranges),
      method: 'GET',
      path: target || '/',
      headers,
      body: 0,
      again: true,
      ...patience,
    };
    const whole = await askWhole(upstreams, ask, mostBytes).answer;
    if (stopped) return;
    const text = whole.failure === undefined && whole.status === 200 ? whole.body.toString() : undefined;
    one.good = text !== undefined && isKeySet(text);
    if (!one.good) {
      log.warn({ address: one.address, failure: whole.failure }, 'keys of tokens could not be read');
      return;
    }
    const set = { spaceId: one.spaceId, address: one.address, text: text! };
    if (kept.get(keyOf(set))?.text === text) return;
    kept.set(keyOf(set), set);
    keep();
    tell(set);
  }

  function keep(): void {
    try {
      writeFileSync(`${file}.new`, JSON.stringify([...kept.values()]), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      log.error({ err: error }, 'keys of tokens could not be kept');
    }
  }

  return {
    want({ spaceId, body }) {
      const { credentials, ranges } = JSON.parse(body) as Snapshot;
      for (const { jwt } of credentials) {
        if (!jwt?.address) continue;
        const key = keyOf({ spaceId, address: jwt.address });
        const known = wanted.get(key);
        if (known) known.ranges = ranges;
        else {
          const one = { spaceId, address: jwt.address, ranges, at: 0, good: false };
          wanted.set(key, one);
          void fetch(one);
        }
      }
    },
    lacks(spaceId, address) {
      const one = wanted.get(keyOf({ spaceId, address }));
      if (one && performance.now() - one.at >= again) void fetch(one);
    },
    all: () => [...kept.values()],
    stop() {
      stopped = true;
      clearInterval(timer);
      upstreams.close();
      wheel.stop();
    },
  };
}

const keyOf = ({ spaceId, address }: { spaceId: string; address: string }): string => `${spaceId} ${address}`;

function isKeySet(text: string): boolean {
  try {
    return Array.isArray((JSON.parse(text) as { keys?: unknown }).keys);
  } catch {
    return false;
  }
}

function readKept(file: string): KeySet[] {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeySet[]) : [];
  } catch {
    return [];
  }
}
