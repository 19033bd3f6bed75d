import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { detached } from './db/connections.ts';

/** What processes tell each other. Small and lossy: whoever misses one looks again by itself. */
export type BusMessage = { kind: string } & Record<string, unknown>;

export interface Bus {
  /** Tells every process, this one included; at most one NOTIFY in 5 ms. What is too large for one is refused at once. */
  publish(message: BusMessage): void;
  /** Tells the dispatcher that a space (or, with '', the platform) has new events; at most one NOTIFY in 25 ms. */
  eventsWritten(spaceId: string): void;
  /** Hears messages of a kind; `reconnected` is heard after a gap, when anything may have been missed. */
  on(kind: string, listener: (message: BusMessage) => void): void;
  stop(): Promise<void>;
}

const channel = 'formwork';
const gatherMs = 5;
/** While events go on coming, their reader is woken no more often than this. */
const busyMs = 25;
/** NOTIFY carries at most 8,000 bytes. */
const payloadBytes = 7_900;
/** Spaces that one message names: their ids are no longer than 64 signs. */
const spacesAtOnce = 100;

/** LISTEN/NOTIFY between the processes on one database. A NOTIFY inside a transaction would serialise its commits. */
export async function openBus(url: string, pool: pg.Pool, log: Logger): Promise<Bus> {
  const listeners = new Map<string, ((message: BusMessage) => void)[]>();
  let waiting: string[] = [];
  let spaces = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let eventsTimer: NodeJS.Timeout | undefined;
  let eventsTold = 0;
  let sending = Promise.resolve();
  let stopped = false;
  const ending = new AbortController();
  let client: pg.Client | undefined;

  function deliver(message: BusMessage): void {
    for (const listener of listeners.get(message.kind) ?? []) {
      try {
        listener(message);
      } catch (error) {
        log.error({ err: error, kind: message.kind }, 'a bus listener failed');
      }
    }
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'formwork bus', keepAlive: true });
    next.on('error', () => {});
    next.on('end', () => {
      if (!stopped && client === next) void reconnect();
    });
    next.on('notification', ({ payload }) => {
      for (const message of JSON.parse(payload ?? '[]') as BusMessage[]) deliver(message);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
    // stopped while it was being connected
    if (stopped) await next.end();
  }

  async function reconnect(): Promise<void> {
    for (let wait = 100; !stopped; wait = Math.min(wait * 2, 5_000)) {
      await sleep(wait, undefined, { signal: ending.signal }).catch(() => {});
      if (stopped) return;
      try {
        await listen();
        if (stopped) return;
        log.warn('the bus is connected again');
        deliver({ kind: 'reconnected' });
        return;
      } catch (error) {
        log.warn({ err: error }, 'the bus cannot connect');
      }
    }
  }

  function send(): void {
    const batches = batchesOf(waiting);
    waiting = [];
    sending = sending.then(async () => {
      for (const batch of batches) {
        await pool
          .query('select pg_notify($1, $2)', [channel, batch])
          .catch((error: unknown) => log.error({ err: error }, 'a bus message was lost'));
      }
    });
  }

  function gather(): void {
    timer ??= detached(() =>
      setTimeout(() => {
        timer = undefined;
        send();
      }, gatherMs),
    );
  }

  function gatherEvents(): void {
    eventsTimer ??= detached(() =>
      setTimeout(
        () => {
          eventsTimer = undefined;
          eventsTold = Date.now();
          const told = [...spaces];
          spaces = new Set();
          for (let at = 0; at < told.length; at += spacesAtOnce)
            waiting.push(textOf({ kind: 'events', spaces: told.slice(at, at + spacesAtOnce) }));
          send();
        },
        Math.max(gatherMs, eventsTold + busyMs - Date.now()),
      ),
    );
  }

  await listen();
  return {
    publish(message) {
      waiting.push(textOf(message));
      gather();
    },
    eventsWritten(spaceId) {
      spaces.add(spaceId);
      gatherEvents();
    },
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
    },
    async stop() {
      stopped = true;
      ending.abort();
      clearTimeout(timer);
      clearTimeout(eventsTimer);
      await sending;
      await client?.end();
    },
  };
}

/** Thrown where it is published: later, in the timer that sends, it would end the process. */
function textOf(message: BusMessage): string {
  const text = JSON.stringify(message);
  const bytes = Buffer.byteLength(text);
  if (bytes + 3 > payloadBytes)
    throw new Error(`a bus message of ${bytes} bytes (${message.kind}) is too large: send a reference`);
  return text;
}

function batchesOf(messages: readonly string[]): string[] {
  const batches: string[] = [];
  let parts: string[] = [];
  let size = 2;
  for (const text of messages) {
    const bytes = Buffer.byteLength(text) + 1;
    if (size + bytes > payloadBytes) {
      batches.push(`[${parts.join(',')}]`);
      parts = [];
      size = 2;
    }
    parts.push(text);
    size += bytes;
  }
  if (parts.length > 0) batches.push(`[${parts.join(',')}]`);
  return batches;
}
