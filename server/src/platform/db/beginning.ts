import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type PostgresDialectConfig,
  type Transaction,
  type TransactionSettings,
} from 'kysely';

/** A transaction whose first statement goes with its `begin`: a trip to the database less for nearly every one there is. */
export function beginningWith<Tables, T>(
  statement: string,
  control: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const own: First = { statement, sent: false };
  return first.run(own, () =>
    control.transaction().execute((tx) => {
      if (!own.sent) throw new Error('the transaction began without what it should begin with');
      // what the work begins elsewhere begins by itself
      return first.exit(() => work(tx));
    }),
  );
}

/** Of whatever `beginningWith` is used on. */
export class BeginningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new BeginningDriver(this.#config);
  }
}

interface First {
  statement: string;
  sent: boolean;
}

const first = new AsyncLocalStorage<First>();

class BeginningDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const own = first.getStore();
    if (!own || own.sent) return super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${own.statement}`));
      own.sent = true;
    } catch (error) {
      // begun it may be all the same, and nobody else ends it
      await this.rollbackTransaction(connection as never).catch(() => {});
      throw error;
    }
  }
}
