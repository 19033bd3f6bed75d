import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface Part {
  /** Quoted, with its schema. */
  table: string;
  name: string;
  /** Null: it takes what no other part does, or is not parted by time. */
  until: Date | null;
}

export async function partsOf(owner: pg.ClientBase, table: string): Promise<Part[]> {
  const { rows } = await owner.query<Part & { bound: string }>(
    `select format('%I.%I', nspname, relname) as "table", relname as name, (regexp_match(pg_get_expr(relpartbound, c.oid), 'TO \\(''(\\d{4}-\\d\\d-\\d\\d .+?)''\\)'))[1]::timestamptz as until
      from pg_inherits join pg_class c on c.oid = inhrelid join pg_namespace n on n.oid = relnamespace where inhparent = $1::regclass order by until`,
    [table],
  );
  return rows;
}

const lockTries = 40;

/** A short wait for the lock, again and again: whoever writes stands behind it. */
export async function whenUnlocked(owner: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await owner.query('begin');
    try {
      await owner.query(`set local lock_timeout = '100ms'`);
      await work();
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback');
      if ((error as { code?: string }).code !== '55P03' || attempt >= lockTries) throw error;
      await sleep(250);
    }
  }
}
