import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { definitionsOf } from '../definitions.ts';
import { countText, type Progress } from '../progress.ts';
import { controlTables, quotedList } from './control-tables.ts';
import { keptName, stagedSchema } from './names.ts';

/** Fills the schema beside the space's own from a scratch database: its tables, and its rows of the control plane. */
export async function stage(live: pg.Client, scratchUrl: string, space: string, progress: Progress): Promise<void> {
  const scratch = new pg.Client({ connectionString: scratchUrl, keepAlive: true });
  scratch.on('error', () => {});
  await scratch.connect();
  const schema = stagedSchema(space);
  try {
    await scratch.query('begin');
    const definitions = await definitionsOf(scratch, `nspname = '${schema}'`);
    await scratch.query('commit; reset search_path');
    await scratch.query(`select set_config('app.space_id', $1, false)`, [space]);
    await live.query(`drop schema if exists "${schema}" cascade`);
    await live.query(`create schema "${schema}"`);
    await live.query(`grant usage on schema "${schema}" to formwork_app, formwork_dispatcher`);
    const late: string[] = [];
    for (const [at, { name, create, attach, rest, constraints, indexes }] of definitions.entries()) {
      await live.query(create);
      for (const statement of rest) await live.query(statement);
      const table = `"${schema}"."${name.slice(schema.length + 1)}"`;
      const { rows } = await scratch.query<{ column: string }>(
        `select attname::text as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [table],
      );
      const columns = quotedList(rows.map(({ column }) => column));
      // rows of a parted table lie in its parts, which come behind it
      if (!isParted(create)) await copy(scratch, `select ${columns} from ${table}`, live, `${table} (${columns})`);
      const own = constraints.filter(({ kind }) => kind !== 'f').map(({ statement }) => statement);
      // a part is looked through when it is attached, so it has its constraints by then
      if (attach) for (const statement of [...own, attach]) await live.query(statement);
      late.push(...(attach ? [] : own), ...indexes.map(({ statement }) => statement));
      progress.at(`Tables ${countText(at + 1)} of ${countText(definitions.length)}`);
    }
    for (const { constraints } of definitions)
      late.push(...constraints.filter(({ kind }) => kind === 'f').map(({ statement }) => statement));
    for (const statement of late) await live.query(statement);
    for (const { name, sql, columns } of await controlTables(live)) {
      const kept = `"${schema}".${keptName(name)}`;
      await live.query(`create table ${kept} as select ${quotedList(columns)} from ${sql} where false`);
      await copy(
        scratch,
        `select ${quotedList(columns)} from ${sql} where space_id = '${space}'`,
        live,
        `${kept} (${quotedList(columns)})`,
      );
    }
    const { rows: all } = await live.query<{ sql: string }>(
      `select format('%I.%I', $1::text, relname) as sql from pg_class where relnamespace = $1::regnamespace and relkind = 'r'`,
      [schema],
    );
    for (const { sql } of all) await live.query(`analyze ${sql}`);
  } finally {
    await scratch.end().catch(() => {});
  }
}

async function copy(from: pg.Client, query: string, to: pg.Client, into: string): Promise<void> {
  await pipeline(
    from.query(copyTo(`copy (${query}) to stdout`) as never) as unknown as NodeJS.ReadableStream,
    to.query(copyFrom(`copy ${into} from stdin`) as never) as unknown as NodeJS.WritableStream,
  );
}

function isParted(create: string): boolean {
  return / partition by \S+ \(.*\)$/i.test(create);
}
