import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Logger } from 'pino';

/**
 * Whoever holds a connection of a pool and waits for a second one of the same can wait for ever: as many as the pool has
 * connections, each with one, all wanting another. So code inside a transaction uses its own connection and no other.
 *
 * `requests` serve the transactions of calls and jobs. `facts` serve what is kept in memory (directory, sessions, released
 * forms) and may be asked for anywhere: readings short enough, and dependent on nothing else, so that they always come to an end.
 */
export type PoolKind = 'requests' | 'facts';

interface Holding {
  kind: PoolKind;
  /** Until the transaction ends: what it leaves running behind itself may take a connection then. */
  held: boolean;
}

// which call began it stands far up the stack
if (process.env.NODE_ENV === 'test') Error.stackTraceLimit = 40;
const holdings = new AsyncLocalStorage<Holding>();

/** Runs the work of a transaction; until it ends a second connection is refused. */
export async function whileHolding<T>(kind: PoolKind, work: () => Promise<T>): Promise<T> {
  const holding: Holding = { kind, held: true };
  try {
    return await holdings.run(holding, work);
  } finally {
    holding.held = false;
  }
}

/** For what merely begins inside a transaction and asks the database later, by a timer perhaps: it is no part of it. */
export function detached<T>(work: () => T): T {
  return holdings.exit(work);
}

/** A transaction wants another connection while it holds its own. */
export class SecondConnection extends Error {
  constructor(held: PoolKind, wanted: PoolKind) {
    super(
      `a transaction that holds a connection of ${held} wants a second one of ${wanted}: read before it begins, or with it`,
    );
    this.name = 'SecondConnection';
  }
}

export interface GuardedOptions extends pg.PoolConfig {
  kind: PoolKind;
  /** Throws where a transaction wants a second connection; else it is only told in the log, and may be refused for want of one. */
  strict: boolean;
  logger: Pick<Logger, 'error'>;
}

/** A pool that knows who asks. */
export class GuardedPool extends pg.Pool {
  readonly #guard: Pick<GuardedOptions, 'kind' | 'strict' | 'logger'>;

  constructor({ kind, strict, logger, ...options }: GuardedOptions) {
    super(options);
    // Who has taken a connection hears of its end by what they ask on it. Without a listener it would end the process.
    this.on('connect', (client) => client.on('error', () => {}));
    this.#guard = { kind, strict, logger };
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    done: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      release: (error?: Error | boolean) => void,
    ) => void,
  ): void;
  override connect(done?: Parameters<pg.Pool['connect']>[0]): unknown {
    const second = this.#second();
    if (second && this.#guard.strict) {
      if (!done) return Promise.reject(second);
      return done(second, undefined, () => undefined);
    }
    if (second) this.#guard.logger.error({ err: second }, 'a second connection inside a transaction');
    return done ? super.connect(done) : super.connect();
  }

  #second(): SecondConnection | undefined {
    const holding = holdings.getStore();
    if (!holding?.held) return undefined;
    const { kind } = this.#guard;
    return holding.kind === 'requests' && kind === 'facts' ? undefined : new SecondConnection(holding.kind, kind);
  }
}
