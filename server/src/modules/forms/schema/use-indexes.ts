import type { IndexPart, IndexReaders } from '@formwork/contract/records/list-indexes.ts';
import type pg from 'pg';
import { refuse } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askPool, catalogRows } from '../../../platform/db/nodes.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { tableName } from './column-types.ts';
import { quoted } from './table-plan.ts';

/** What an index was built for; it stands beside it in the database, so that both live and go together. */
export interface IndexPurpose {
  parts: Omit<IndexPart, 'title'>[];
  readers: IndexReaders;
  builtAt: string;
  ms: number;
  rows: number;
}

/** An index of a form's main table. */
export interface FoundIndex {
  name: string;
  /** `(a, b collate "x", id)`, as the database writes it. */
  on: string;
  valid: boolean;
  bytes: number;
  uses: number;
  /** Of 100, while it is being built. */
  progress: number | null;
  purpose: IndexPurpose | null;
}

/**
 * Names of indexes that were built for lists. Releases know the indexes they plan by their names and leave these alone;
 * an index of a column that a field has left stays and is told as such.
 */
export function useIndexName(formId: string, hash: string): string {
  return `${tableName(formId)}_use_${hash}`;
}

export function isUseIndex(formId: string, name: string): boolean {
  return new RegExp(`^${tableName(formId)}_use_[0-9a-f]{12}$`).test(name);
}

/** Every index of the form's main table, and how wide its columns are. */
export async function indexesOfForm(
  owner: pg.Pool,
  spaceId: string,
  formId: string,
): Promise<{ rows: number; widths: Record<string, number>; indexes: FoundIndex[] }> {
  const [found] = await catalogRows<{
    rows: number;
    widths: Record<string, number>;
    indexes: (Omit<FoundIndex, 'purpose' | 'progress'> & { phase: string | null; blocks: number; tuples: number })[];
  }>(
    askPool(owner),
    [spaceSchema(spaceId).slice(1, -1)],
    (nameIn) => `select greatest(s.n_live_tup, c.reltuples::bigint, 0)::bigint as rows,
             (select coalesce(json_object_agg(p.attname, p.avg_width), '{}') from pg_stats p where p.schemaname = n.nspname and p.tablename = c.relname) as widths,
             (select coalesce(json_agg(json_build_object('name', ${nameIn('i.relname')}, 'on', regexp_replace(pg_get_indexdef(i.oid), '^.* USING [a-z]+ ', ''), 'valid', x.indisvalid, 'bytes', pg_relation_size(i.oid), 'uses', coalesce(u.idx_scan, 0),
                 'phase', b.phase, 'blocks', coalesce(b.blocks_done::float8 / nullif(b.blocks_total, 0), 0), 'tuples', coalesce(b.tuples_done::float8 / nullif(b.tuples_total, 0), 0)) order by i.relname), '[]')
                from pg_index x join pg_class i on i.oid = x.indexrelid left join pg_stat_user_indexes u on u.indexrelid = i.oid left join pg_stat_progress_create_index b on b.index_relid = i.oid where x.indrelid = c.oid) as indexes
           from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
           where n.nspname = any($1) and c.relkind = 'r' and ${nameIn('c.relname')} = $2`,
    [tableName(formId)],
  );
  if (!found) return { rows: 0, widths: {}, indexes: [] };
  const purposes = await purposesOf(owner, spaceId, formId);
  return {
    ...found,
    indexes: found.indexes.map(({ phase, blocks, tuples, ...index }) => ({
      ...index,
      progress: phase === null ? null : progressOf(phase, blocks, tuples),
      purpose: purposes.get(index.name) ?? null,
    })),
  };
}

/** By the names of indexes. Comments stay where they were said, whatever node an index lies on. */
async function purposesOf(owner: pg.Pool, spaceId: string, formId: string): Promise<Map<string, IndexPurpose | null>> {
  const { rows } = await owner.query<{ name: string; comment: string }>({
    text: `select i.relname as name, d.description as comment from pg_index x join pg_class i on i.oid = x.indexrelid
             join pg_description d on d.objoid = i.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
           where x.indrelid = (select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relname = $2)`,
    values: [spaceSchema(spaceId).slice(1, -1), tableName(formId)],
  });
  return new Map(rows.map(({ name, comment }) => [name, purposeOf(comment)]));
}

/** Builds it while people write. It may be asked for again after it broke off; what is whole stays. */
export async function buildUseIndex(
  platform: Platform,
  spaceId: string,
  formId: string,
  index: { name: string; body: string; purpose: Pick<IndexPurpose, 'parts' | 'readers'> },
  watch: { progress: (done: number) => void; cancelled: () => boolean },
): Promise<{ built: boolean }> {
  const schema = spaceSchema(spaceId);
  const full = `${schema}.${quoted(index.name)}`;
  const found = async () => {
    const all = await indexesOfForm(platform.owner, spaceId, formId);
    return { rows: all.rows, index: all.indexes.find(({ name }) => name === index.name) };
  };
  return locked(platform, spaceId, formId, async (client) => {
    if ((await found()).index?.valid) return { built: true };
    // what a build that broke off left behind
    await client.query(`drop index concurrently if exists ${full}`);
    const {
      rows: [backend],
    } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const began = performance.now();
    const timer = setInterval(() => void look().catch(() => {}), 500);
    async function look(): Promise<void> {
      if (watch.cancelled()) await platform.owner.query('select pg_cancel_backend($1)', [backend!.pid]);
      else watch.progress((await found()).index?.progress ?? 0);
    }
    try {
      await client.query(
        `create index concurrently ${quoted(index.name)} on ${schema}.${quoted(tableName(formId))} ${index.body}`,
      );
    } catch (error) {
      clearInterval(timer);
      await client.query(`drop index concurrently if exists ${full}`);
      if ((error as { code?: string }).code === '57014' && watch.cancelled()) return { built: false };
      throw error;
    } finally {
      clearInterval(timer);
    }
    const purpose: IndexPurpose = {
      ...index.purpose,
      builtAt: new Date().toISOString(),
      ms: Math.round(performance.now() - began),
      rows: (await found()).rows,
    };
    await client.query(`comment on index ${full} is '${JSON.stringify(purpose).replaceAll("'", "''")}'`);
    return { built: true };
  });
}

export async function dropUseIndex(platform: Platform, spaceId: string, formId: string, name: string): Promise<void> {
  await locked(platform, spaceId, formId, (client) =>
    client.query(`drop index concurrently if exists ${spaceSchema(spaceId)}.${quoted(name)}`),
  );
}

/** Alone with the tables of the form: a release holds the same lock. */
async function locked<T>(
  platform: Platform,
  spaceId: string,
  formId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await platform.owner.connect();
  try {
    const key = `${spaceId}/${formId}`;
    const lock = await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 5)) as held', [
      key,
    ]);
    if (!lock.rows[0]?.held) throw refuse('records.index.busy');
    try {
      return await work(client);
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 5))', [key]);
    }
  } finally {
    client.release();
  }
}

/** The phases of `create index concurrently` as parts of a hundred; most time goes into the first scan and the second. */
function progressOf(phase: string, blocks: number, tuples: number): number {
  const stretches: [start: string, from: number, to: number, part: number][] = [
    ['building index: scanning', 5, 40, blocks],
    ['building index: sorting', 40, 45, 0],
    ['building index: loading', 45, 65, tuples],
    ['building index', 5, 65, blocks],
    ['waiting for writers before validation', 65, 65, 0],
    ['index validation: scanning index', 65, 75, blocks],
    ['index validation: sorting', 75, 78, 0],
    ['index validation: scanning table', 78, 96, blocks],
    ['waiting', 96, 96, 0],
  ];
  if (phase === 'waiting for writers before build' || phase === 'initializing') return 0;
  const [, from, to, part] = stretches.find(([start]) => phase.startsWith(start)) ?? ['', 0, 0, 0];
  return Math.min(99, Math.round(from + (to - from) * Math.min(1, part)));
}

function purposeOf(comment: string): IndexPurpose | null {
  try {
    const purpose = JSON.parse(comment) as Partial<IndexPurpose>;
    return Array.isArray(purpose.parts) && purpose.readers && purpose.builtAt ? (purpose as IndexPurpose) : null;
  } catch {
    return null;
  }
}
