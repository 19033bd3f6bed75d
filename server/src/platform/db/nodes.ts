import type pg from 'pg';

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
