import pg from 'pg';
import { migrate } from '../../platform/db/migrate.ts';
import { namedContents } from '../copy-files.ts';
import { loadDatabase, type Loading } from '../load.ts';
import { closeDatabase } from '../restore.ts';
import type { Target } from '../target.ts';
import { leftBehind } from '../tables.ts';
import { liveSchema, stagedSchema, staysInSpace } from './names.ts';

/** Of no use for one space, and large. */
const notNeeded =
  /^platform\.(audit|event(_w\d+|_rest|_before)?|outbox|job|failed_event)$|^space_[a-z0-9]+\.(trail|messages_message)$/;

/**
 * One space of a backup in a database of its own, brought up to the migrations of this product there, its schema under the name
 * that it has until the exchange. Answers the contents that it names, and its events that some reader had still to hear.
 */
export async function loadOneSpace(
  loading: Loading,
  scratch: Target,
  space: string,
): Promise<{ keys: Set<string>; unheard: string[] }> {
  const { manifest } = loading;
  const other = (table: string): boolean => table.startsWith('space_') && !table.startsWith(`${liveSchema(space)}.`);
  const client = new pg.Client({
    connectionString: scratch.url,
    application_name: 'formwork restore',
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const forced = await loadDatabase(
      {
        ...loading,
        manifest: {
          ...manifest,
          spaces: manifest.spaces.filter(({ id }) => id === space),
          parts: manifest.parts.filter(
            ({ table }) => !other(table) && !notNeeded.test(table) && !leftBehind.has(table),
          ),
        },
      },
      client,
      ({ name }) => !other(name),
    );
    await leaveOne(client, space);
    await closeDatabase(client, forced, { moment: manifest.moment, held: false, returned: [] });
    await client.query('reset search_path');
    await migrate(scratch.url);
    const keys = new Set((await namedContents(client, [space])).map(({ key }) => key));
    const schema = `"${liveSchema(space)}"`;
    const { rows: unheard } = await client.query<{ id: string }>(
      `select id from ${schema}.event where xid > '1'::xid8`,
    );
    const { rows: gone } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition`,
      [liveSchema(space)],
    );
    for (const { name } of gone) if (staysInSpace(name)) await client.query(`drop table ${schema}."${name}"`);
    await client.query(`alter schema ${schema} rename to "${stagedSchema(space)}"`);
    return { keys, unheard: unheard.map(({ id }) => id) };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whatever belongs to other spaces goes, what is named last; accounts, which stay where the space comes back to, are at home in the one. */
async function leaveOne(client: pg.Client, space: string): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select c.oid::regclass::text as sql from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and attname = 'space_id' and not attisdropped
      where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_|space_)'`,
  );
  await client.query('update identity.account set home_space = $1', [space]);
  const waiting = rows.map(({ sql }) => sql);
  for (let tried = 0; waiting.length > 0;) {
    const sql = waiting.shift()!;
    try {
      await client.query(`delete from ${sql} where space_id <> $1`, [space]);
      tried = 0;
    } catch (error) {
      if ((error as { code?: string }).code !== foreignKeyViolation || tried > waiting.length) throw error;
      tried += 1;
      waiting.push(sql);
    }
  }
  await client.query('delete from identity.space where id <> $1', [space]);
  await client.query(`delete from platform.event_cursor where stream not in ('', $1)`, [space]);
  await client.query(`select set_config('app.space_id', $1, false)`, [space]);
}

const foreignKeyViolation = '23503';
