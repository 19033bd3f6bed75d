import pg from 'pg';

/**
 * All that differs where the database is a Citus cluster: a schema a space on the nodes, the control plane on the coordinator.
 * Nothing else in the product asks which of the two it speaks to. What was tried there: docs/decisions/citus.md.
 */

/** In a transaction, ahead of `create schema` for a space alone: its tables lie together on one node. One PostgreSQL reads a setting nobody asks for. */
export const schemaOnANode = 'set local citus.enable_schema_based_sharding = on';

/** Nodes are reached as the role that asks, which must be let in: `set role` does nothing for the connections behind it. */
export async function letIntoNodes(owner: pg.ClientBase, role: string): Promise<void> {
  await owner.query(`do $$ begin
    if exists (select from pg_extension where extname = 'citus') and exists (select from pg_roles where rolname = '${role}' and not rolcanlogin)
    then alter role ${role} login; end if; end $$`);
}

/**
 * Whether what ended below a horizon can be seen on every node; waits a moment for it. A commit in two phases ends on the coordinator first:
 * its number is below the horizon then, and its rows are not in sight yet. It holds its locks until the nodes have committed. Whoever
 * writes still is not waited for: it has a number above.
 */
export async function endedOnNodes(ask: AskNodes, table: string, horizon: bigint): Promise<boolean> {
  if (!(await isCluster(ask))) return true;
  const until = Date.now() + mostWaitMs;
  for (let waits = 0; ; waits += 1) {
    const [row] = await ask<{ ending: boolean }>({
      // numbers of locks have lost their upper half: less than half a round behind is before
      text: `select exists (select from pg_locks held join pg_locks own using (virtualtransaction)
        where held.locktype = 'relation' and held.database = (select oid from pg_database where datname = current_database()) and held.relation = $1::regclass and held.mode = 'RowExclusiveLock'
          and own.locktype = 'transactionid' and own.mode = 'ExclusiveLock'
          and mod($2::bigint - own.transactionid::text::bigint + 8589934592, 4294967296) between 1 and 2147483647) as ending`,
      values: [table, String(horizon % 2n ** 32n)],
    });
    if (!row?.ending && !(await isInDoubt(ask, table))) return true;
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** waits, 50)));
  }
}

/** Others wait meanwhile for the one who reads. */
const mostWaitMs = 200;

/** What a node prepared and has not committed, because it or the coordinator fell in between: somebody will. */
async function isInDoubt(ask: AskNodes, table: string): Promise<boolean> {
  const rows = await ask<{ result: string }>({
    text: `select result from run_command_on_placements($1::regclass, $$select exists (select from pg_locks where relation = '%s'::regclass and pid is null and mode = 'RowExclusiveLock')$$)`,
    values: [table],
  });
  return rows.some(({ result }) => result === 't');
}

/** Asks one thing on a connection, or on one of a pool. */
export type AskNodes = <Row>(query: pg.QueryConfig) => Promise<Row[]>;

const pools = new WeakMap<pg.Pool, AskNodes>();

export function askPool(pool: pg.Pool): AskNodes {
  let ask = pools.get(pool);
  if (!ask) pools.set(pool, (ask = async <Row>(query: pg.QueryConfig) => (await pool.query(query)).rows as Row[]));
  return ask;
}

/**
 * What the catalogs say of tables of some spaces, asked where they lie: catalogs elsewhere know their shells alone, without rows and sizes.
 * `textOf` is given what a table or index is called whose catalog name is in a column; `$1` is the spaces' schemas without quotes, the
 * others texts. Times come as texts, and nothing in it may be `bytea`.
 */
export async function catalogRows<Row extends object>(
  ask: AskNodes,
  schemas: readonly string[],
  textOf: (nameIn: (column: string) => string) => string,
  values: readonly string[] = [],
): Promise<Row[]> {
  const wrapped = (text: string): string => `select coalesce(json_agg(q), '[]') as rows from (${text}) q`;
  if (!(await isCluster(ask))) {
    const [found] = await ask<{ rows: Row[] }>({
      text: wrapped(textOf((column) => column)),
      values: [schemas, ...values],
    });
    return found!.rows;
  }
  const text = wrapped(textOf((column) => `substring(${column} from '^(.*)_[0-9]{6,}$')`));
  const parts: Row[][] = [];
  for (const schema of schemas) {
    const given = [`array[${pg.escapeLiteral(schema)}]::text[]`, ...values.map((value) => pg.escapeLiteral(value))];
    const whole = text.replace(/\$(\d+)/g, (_, number: string) => given[Number(number) - 1]!).replaceAll('%', '%%');
    const [found] = await ask<{ success: boolean; result: string }>({
      text: 'select success, result from run_command_on_placements(to_regclass($1), $2) where to_regclass($1) is not null',
      values: [`${pg.escapeIdentifier(schema)}.event`, whole],
    });
    if (found && !found.success) throw new Error(`the node of ${schema} said: ${found.result}`);
    parts.push(found ? (JSON.parse(found.result) as Row[]) : []);
  }
  return parts.flat();
}

interface Plan {
  'Plan Rows': number;
  'Distributed Query'?: { Job: { Tasks: { 'Remote Plan': { Plan: Plan }[][] }[] } };
}

/** How many rows the planner expects, of `explain (format json)`: what is asked of a node has its plan further in. */
export function plannedRows([explained]: readonly { 'QUERY PLAN': readonly { Plan: Plan }[] }[]): number {
  const plan = explained?.['QUERY PLAN'][0]?.Plan;
  const there = plan?.['Distributed Query']?.Job.Tasks[0]?.['Remote Plan'][0]?.[0]?.Plan;
  return Math.round((there ?? plan)?.['Plan Rows'] ?? 0);
}

const clusters = new WeakMap<AskNodes, Promise<boolean>>();

/** Once a connection: a database does not become a cluster beneath it. */
function isCluster(ask: AskNodes): Promise<boolean> {
  let known = clusters.get(ask);
  if (!known) {
    known = ask<{ there: boolean }>({
      text: `select exists (select from pg_extension where extname = 'citus') as there`,
    }).then(([row]) => row?.there ?? false);
    clusters.set(ask, known);
    // whoever asks next asks the database again
    known.catch(() => clusters.delete(ask));
  }
  return known;
}

/**
 * What a node refused comes through as words alone, with the name of its part of the table: the constraint is read out of
 * them, as one PostgreSQL names it. For every connection of a pool.
 */
export function nameRefusals(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.prependListener('errorMessage', (refusal: Refusal) => {
      if (refusal.constraint !== undefined) return;
      const found = refusals.find(({ words }) => words.test(refusal.message));
      if (!found) return;
      refusal.constraint = found.words.exec(refusal.message)![1]!.replace(partNumber, '');
      refusal.code = found.code;
    });
  });
}

interface Refusal {
  message: string;
  code: string;
  constraint?: string;
}

const partNumber = /_\d{6,}$/;

/** By the words of English messages, which nodes must speak (`lc_messages`). */
const refusals = [
  { code: '23505', words: /duplicate key value violates unique constraint "([^"]+)"/ },
  { code: '23P01', words: /conflicting key value violates exclusion constraint "([^"]+)"/ },
  { code: '23514', words: /violates check constraint "([^"]+)"/ },
  { code: '23503', words: /violates foreign key constraint "([^"]+)"/ },
];
