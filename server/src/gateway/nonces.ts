import type { Logger } from 'pino';
import { openShared, type SharedBuffers } from './shared.ts';

/** Where processes tell each other which signatures they have seen. */
export interface NonceBook {
  /** Those that still count; throws while the database is away. */
  read(): Promise<string[]>;
  write(keys: readonly string[]): Promise<void>;
  /** To whoever listens now; may be lost. */
  tell(keys: readonly string[]): void;
  onHeard(hear: (keys: readonly string[]) => void): void;
  /** Something may have been missed. */
  onGap(look: () => void): void;
}

export interface Nonces {
  /** Seen for the first time by a thread of this process. */
  seen(keys: readonly string[]): void;
  /** Settles once what others saw is known, or it takes too long to find out. */
  began: Promise<void>;
  stop(): Promise<void>;
}

/** A date may be wrong by five minutes to either side. */
export const nonceSeconds = 600;
const againMs = 1_000;
const patienceMs = 2_000;
/** Of one message: the bus carries no more. */
const atOnce = 250;
/** While the database is away; of older ones the oldest are given up. */
const mostWaiting = 200_000;

/**
 * A signature counts once, whichever process it comes to: whoever sees one first tells the others at once, and keeps it where one that
 * starts anew reads it. `onKnown` is called once that was read: until then signatures of before this process began are not taken.
 */
export function shareNonces(buffers: SharedBuffers, book: NonceBook, log: Logger, onKnown: () => void): Nonces {
  const shared = openShared(buffers);
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  let isKnown = false;
  let isAway = false;
  const hear = (keys: readonly string[]): void => {
    for (const key of keys) shared.isFirst(BigInt(key), nonceSeconds);
  };

  async function read(): Promise<void> {
    try {
      hear(await book.read());
      if (!isKnown) onKnown();
      isKnown = true;
    } catch (error) {
      log.debug({ err: error }, 'signatures that others saw could not be read');
    }
  }

  function write(): Promise<void> {
    writing ??= writeNow().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function writeNow(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atOnce);
      try {
        await book.write(batch);
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'signatures that were seen wait until the others can be told');
        isAway = true;
        waiting = waiting.slice(-mostWaiting);
        return;
      }
      // those of a time without a database are told now
      if (isAway) book.tell(batch);
      waiting = waiting.slice(batch.length);
      if (waiting.length === 0) isAway = false;
    }
  }

  book.onHeard(hear);
  book.onGap(() => void read());
  const again = setInterval(() => {
    if (!isKnown) void read();
    void write();
  }, againMs).unref();
  const began = Promise.race([read(), new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())]);

  return {
    began,
    seen(keys) {
      for (let at = 0; at < keys.length; at += atOnce) book.tell(keys.slice(at, at + atOnce));
      waiting.push(...keys);
      if (!isAway) void write();
    },
    async stop() {
      clearInterval(again);
      await write();
    },
  };
}
