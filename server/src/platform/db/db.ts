import { Kysely, sql, type Transaction, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { nameRefusals } from './nodes.ts';
import { GuardedPool, whileHolding, type PoolKind } from './connections.ts';
import { BeginningDialect, beginningWith } from './beginning.ts';

/**
 * The tables of the control plane, by `schema.table`. Each module adds its own in its tables.ts by declaration merging,
 * and queries no others.
 */
// eslint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface ControlTables {}

export type ControlTx = Transaction<ControlTables>;

// Counts, sizes and positions: all fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

/** Nobody waits longer for an answer, and a filter that takes it would hold a connection that others wait for. */
const statementMs = 60_000;

/** Who finds every connection taken is told so after this long, instead of waiting for ever. */
const acquireMs = 15_000;
/** A transaction that asks nothing for so long holds locks and rows that others need: it ends. */
const idleMs = 120_000;
/** Readings of what is kept in memory follow one another quickly. */
const factsPoolSize = 3;

/** The pool of the role which serves requests; it owns no table. */
export function openAppPool(url: string, config: Pick<Config, 'poolSize'>, logger: Pick<Logger, 'error'>): pg.Pool {
  return openGuarded('requests', url, config.poolSize, logger);
}

/** Connections of the same role on which what is kept in memory is read, whoever asks for it and whatever they hold. */
export function openFactsPool(url: string, logger: Pick<Logger, 'error'>): pg.Pool {
  return openGuarded('facts', url, factsPoolSize, logger);
}

function openGuarded(kind: PoolKind, url: string, max: number, logger: Pick<Logger, 'error'>): pg.Pool {
  const pool = new GuardedPool({
    kind,
    logger,
    max,
    strict: process.env.NODE_ENV === 'test',
    connectionString: url,
    application_name: kind === 'requests' ? 'formwork' : `formwork ${kind}`,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: acquireMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleMs,
  });
  nameRefusals(pool);
  return pool;
}

/** A small pool of the owner: migrations, the tables of released forms, the job queue. Never for a request's values. */
export function openOwnerPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 6,
    application_name: 'formwork owner',
    idleTimeoutMillis: 10_000,
  });
  // whoever asks next gets another; who works with one that breaks hears it from its statement
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function openControl(pool: pg.Pool, kind: PoolKind = 'requests'): Kysely<ControlTables> {
  return new GuardedControl(pool, kind);
}

/** Whose transactions are known while they run. */
class GuardedControl extends Kysely<ControlTables> {
  readonly #kind: PoolKind;

  constructor(pool: pg.Pool, kind: PoolKind) {
    super({ dialect: new BeginningDialect({ pool }) });
    this.#kind = kind;
  }

  override transaction(): TransactionBuilder<ControlTables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((tx) => whileHolding(this.#kind, () => work(tx)));
    return builder;
  }
}

/** One transaction of the control plane inside a space: row security sees `app.space_id`, which ends with the transaction. */
export function inControl<T>(
  control: Kysely<ControlTables>,
  spaceId: string,
  work: (tx: ControlTx) => Promise<T>,
): Promise<T> {
  return beginningWith(`set local app.space_id = ${pg.escapeLiteral(spaceId)}`, control, work);
}

/** The same for what is called inside such a transaction as well as outside of any: with the caller's own where there is one. */
export function withControl<T>(
  { platform, spaceId, tx }: { platform: { control: Kysely<ControlTables> }; spaceId: string; tx?: ControlTx },
  work: (tx: ControlTx) => Promise<T>,
): Promise<T> {
  return tx ? work(tx) : inControl(platform.control, spaceId, work);
}

/** A transaction across spaces, for what belongs to a person (their sessions, their memberships) rather than to a space. */
export function asAccount<T>(
  control: Kysely<ControlTables>,
  accountId: string,
  work: (tx: ControlTx) => Promise<T>,
): Promise<T> {
  return beginningWith(`set local app.account_id = ${pg.escapeLiteral(accountId)}`, control, work);
}

/**
 * A transaction in the role that reads every space's rows of the event log and writes its cursors:
 * for the dispatcher, for what a process reads of all enterprises when it starts, and for the operator's list of failed events.
 */
export function asDispatcher<T>(control: Kysely<ControlTables>, work: (tx: ControlTx) => Promise<T>): Promise<T> {
  return beginningWith(enteringDispatcher, control, work);
}

const enteringDispatcher = 'set local role formwork_dispatcher';

/** For a part of a transaction, which `leaveDispatcher` ends. */
export async function enterDispatcher(tx: ControlTx): Promise<void> {
  await sql.raw(enteringDispatcher).execute(tx);
}

export async function leaveDispatcher(tx: ControlTx): Promise<void> {
  await sql`set local role none`.execute(tx);
}

/** SET LOCAL with a literal, not set_config: it is what a distributed PostgreSQL passes on to its nodes. */
export async function enterSpace(tx: ControlTx, spaceId: string): Promise<void> {
  await sql`set local app.space_id = ${sql.lit(spaceId)}`.execute(tx);
}
