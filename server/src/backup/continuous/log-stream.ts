import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { compressed, put } from '../format.ts';
import type { Seal } from '../seal.ts';
import type { Store } from '../store.ts';
import { partialFile, pieceOf, putUntil, segmentFile } from './log-format.ts';
import { openReplication, positionText, segmentAfter, segmentBytes, segmentName, segmentStart } from './replication.ts';

export interface LogStreamOptions {
  url: string;
  slot: string;
  store: Store;
  seal: Seal | undefined;
  /** The base whose log it is. */
  base: string;
  timeline: number;
  /** Where a segment begins. */
  from: bigint;
  /** What the slot says is stored already: nothing shorter replaces it. */
  floor: bigint;
  everyMs: { sync: number; send: number };
}

/** The log on its way from the database into the store. The database keeps what is not stored yet. */
export interface LogStream {
  /** Everything before it is in the store. */
  readonly stored: bigint;
  /** From now on the database keeps everything, until the stream ends: for another base that begins here. */
  freeze(): void;
  /** Rejects when the stream breaks. */
  readonly broken: Promise<never>;
  /** Puts what has come until now into the store. */
  send(): Promise<void>;
  /** Waits for the log up to `written`, where the database says so, and stores it; fails where it did not come. */
  stop(written?: bigint): Promise<void>;
}

/** How long the end waits for what the database has written already. */
const lastMs = 5_000;
/** Whole segments that may wait for the store; then the database waits. */
const mostWaiting = 4;
/** PostgreSQL counts microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1);

export async function openLogStream(options: LogStreamOptions): Promise<LogStream> {
  const { url, slot, store, seal, base, timeline, from, everyMs } = options;
  const append = seal ? undefined : store.append?.bind(store);
  const replication = await openReplication(url);
  const log = { begins: from, bytes: Buffer.alloc(segmentBytes), size: 0 };
  /** Of the partial segment in the store: which part of the log is in it, and its bytes. */
  const partial = { begins: from, size: 0, stored: 0 };
  const waiting: { begins: bigint; bytes: Buffer }[] = [];
  const removable: string[] = [];
  let received = from;
  let stored = from;
  let frozenAt: bigint | undefined;
  let caughtUp = { at: from, moment: 0 };
  let saidUntil = 0;
  let ended = false;
  let work = Promise.resolve();
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});

  function seen(message: Buffer): void {
    if (message[0] === 0x77) {
      if (message.readBigUInt64BE(1) !== received) throw new Error('The log of the database has a gap.');
      take(message.subarray(25));
      if (message.readBigUInt64BE(9) <= received) caughtUp = { at: received, moment: momentOf(message, 17) };
    } else if (message[0] === 0x6b) {
      if (message.readBigUInt64BE(1) <= received) caughtUp = { at: received, moment: momentOf(message, 9) };
      // asked for when it waits for us, as before it stops
      if (message[17] === 1) {
        if (stored < received) inTurn(() => storePartial(true)).catch(() => {});
        else report();
      }
    }
  }

  function take(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const taken = bytes.copy(log.bytes, log.size, at);
      at += taken;
      log.size += taken;
      received += BigInt(taken);
      if (log.size < segmentBytes) continue;
      waiting.push({ begins: log.begins, bytes: log.bytes });
      log.begins = segmentAfter(log.begins);
      log.bytes = Buffer.alloc(segmentBytes);
      log.size = 0;
      if (waiting.length >= mostWaiting) replication.pause();
      inTurn(storeWhole).catch(() => {});
    }
  }

  async function storeWhole(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const name = segmentName(timeline, next.begins);
      await put(store, seal, segmentFile(base, name), compressed(Readable.from([next.bytes])));
      removable.push(partialFile(base, name));
      waiting.shift();
      replication.resume();
      stored = segmentAfter(next.begins);
      report();
    }
    await store.remove(removable.splice(0));
  }

  /** What a folder takes piece by piece goes there at once; elsewhere the partial segment is replaced as a whole, which has its time. */
  async function storePartial(whole: boolean): Promise<void> {
    await storeWhole();
    const { begins, bytes, size } = log;
    if (size === 0 || received < options.floor) return;
    const name = partialFile(base, segmentName(timeline, begins));
    const fresh = partial.begins !== begins;
    const had = fresh ? 0 : partial.size;
    if (size > had) {
      if (append && !fresh && partial.stored > 0) {
        const piece = await pieceOf(Buffer.from(bytes.subarray(had, size)));
        await append(name, partial.stored, piece);
        partial.stored += piece.length;
      } else if (append || whole) {
        const piece = await pieceOf(Buffer.from(bytes.subarray(0, size)));
        await put(store, seal, name, Readable.from([piece]));
        partial.stored = piece.length;
      } else return;
      partial.begins = begins;
      partial.size = size;
    }
    stored = begins + BigInt(size);
    report();
  }

  async function sayUntil(): Promise<void> {
    if (caughtUp.moment === 0 || caughtUp.at > stored || caughtUp.moment === saidUntil) return;
    // a moment less: who writes then has the time of the commit before its place in the log
    const moment = new Date(caughtUp.moment - 1_000).toISOString();
    saidUntil = caughtUp.moment;
    await putUntil(store, seal, base, { moment, position: positionText(stored) });
  }

  function inTurn(step: () => Promise<void>): Promise<void> {
    work = work.then(async () => {
      if (!ended) await step();
    });
    work.catch(reject);
    return work;
  }

  /** What is stored the database may forget; it is asked how far it is itself. */
  function report(): void {
    const done = stored < options.floor ? options.floor : stored;
    if (!ended) replication.send(statusOf(received, frozenAt !== undefined && frozenAt < done ? frozenAt : done));
  }

  const send = (): Promise<void> =>
    inTurn(async () => {
      await storePartial(true);
      await sayUntil();
    });
  const timers = [
    setInterval(() => {
      report();
      inTurn(() => storePartial(false)).catch(() => {});
    }, everyMs.sync),
    setInterval(() => void send().catch(() => {}), everyMs.send),
  ];
  replication
    .copy(`START_REPLICATION SLOT ${slot} PHYSICAL ${positionText(segmentStart(from))} TIMELINE ${timeline}`, seen)
    .then(() => reject(new Error('The database ended the log.')), reject);

  return {
    get stored() {
      return stored;
    },
    freeze() {
      frozenAt ??= stored < options.floor ? options.floor : stored;
    },
    broken,
    send,
    async stop(written = from) {
      for (const timer of timers) clearInterval(timer);
      const late = Date.now() + lastMs;
      const gone = broken.catch(() => 'gone');
      try {
        while (received < written && Date.now() < late) if ((await Promise.race([gone, sleep(20)])) === 'gone') break;
        await send();
        if (received < written) {
          reject(new Error('The last of the log did not come.'));
          await broken;
        }
      } finally {
        ended = true;
        replication.end();
      }
    },
  };
}

const momentOf = (message: Buffer, at: number): number => epochMs + Number(message.readBigInt64BE(at) / 1_000n);

function statusOf(received: bigint, stored: bigint): Buffer {
  const status = Buffer.alloc(34);
  status[0] = 0x72;
  status.writeBigUInt64BE(received, 1);
  status.writeBigUInt64BE(stored, 9);
  status.writeBigUInt64BE(0n, 17);
  status.writeBigInt64BE(BigInt(Date.now() - epochMs) * 1_000n, 25);
  status[33] = 1;
  return status;
}
