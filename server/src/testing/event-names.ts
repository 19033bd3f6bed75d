import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { asDispatcher } from '../platform/db/db.ts';
import type { Platform } from '../platform/platform.ts';

const texts = JSON.parse(
  readFileSync(new URL('../../../packages/web/src/i18n/audit.zh-CN.json', import.meta.url), 'utf8'),
) as Record<string, string>;

/**
 * Auditors read every event: what a test wrote must have names, also where its type or its fields were put together while
 * running. That both languages have the same texts is a convention of its own.
 */
export async function requireNamedEvents({ control }: Platform): Promise<void> {
  const missing = await asDispatcher(control, async (tx) => {
    const { rows: logs } = await sql<{
      schema: string;
    }>`select table_schema as schema from information_schema.tables where table_name = 'event' and (table_schema = 'platform' or table_schema like 'space\\_%')`.execute(
      tx,
    );
    const found = new Set<string>();
    for (const { schema } of logs) {
      const { rows } = await sql<{ type: string; field: string | null }>`
        select distinct e.type, f.field from ${sql.table(`${schema}.event`)} e left join lateral jsonb_object_keys(e.data::jsonb) f(field) on true where e.type not like 'test.%'`.execute(
        tx,
      );
      for (const { type, field } of rows) {
        if (!(`audit.event.${type}` in texts)) found.add(`audit.event.${type}`);
        if (field !== null && !(`audit.field.${field}` in texts)) found.add(`audit.field.${field} (of ${type})`);
      }
    }
    return found;
  });
  if (missing.size > 0)
    throw new Error(`What auditors read has no name in the dictionaries:\n  ${[...missing].toSorted().join('\n  ')}`);
}
