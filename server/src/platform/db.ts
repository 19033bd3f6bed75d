import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Config } from './config.ts';

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

/** The pool of the role which serves requests; it owns no table. */
export function openAppPool(url: string, config: Pick<Config, 'poolSize'>): pg.Pool {
  return new pg.Pool({ connectionString: url, max: config.poolSize, application_name: 'formwork', idleTimeoutMillis: 60_000, statement_timeout: statementMs });
}

/** A small pool of the owner: migrations, the tables of released forms, the job queue. Never for a request's values. */
export function openOwnerPool(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url, max: 6, application_name: 'formwork owner', idleTimeoutMillis: 10_000 });
}

export function openControl(pool: pg.Pool): Kysely<ControlTables> {
  return new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
}

/** One transaction of the control plane inside a space: row security sees `app.space_id`, which ends with the transaction. */
export function inControl<T>(control: Kysely<ControlTables>, spaceId: string, work: (tx: ControlTx) => Promise<T>): Promise<T> {
  return control.transaction().execute(async (tx) => {
    await enterSpace(tx, spaceId);
    return work(tx);
  });
}

/** A transaction across spaces, for what belongs to a person (their sessions, their memberships) rather than to a space. */
export function asAccount<T>(control: Kysely<ControlTables>, accountId: string, work: (tx: ControlTx) => Promise<T>): Promise<T> {
  return control.transaction().execute(async (tx) => {
    await sql`set local app.account_id = ${sql.lit(accountId)}`.execute(tx);
    return work(tx);
  });
}

/**
 * A transaction in the role that reads every space's rows of the event log and writes its cursors and the audit trail:
 * for the dispatcher alone.
 */
export function asDispatcher<T>(control: Kysely<ControlTables>, work: (tx: ControlTx) => Promise<T>): Promise<T> {
  return control.transaction().execute(async (tx) => {
    await sql`set local role formwork_dispatcher`.execute(tx);
    return work(tx);
  });
}

/** SET LOCAL with a literal, not set_config: it is what a distributed PostgreSQL passes on to its nodes. */
export async function enterSpace(tx: ControlTx, spaceId: string): Promise<void> {
  await sql`set local app.space_id = ${sql.lit(spaceId)}`.execute(tx);
}
