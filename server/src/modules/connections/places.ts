import { inControl } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';

const kinds = ['postgres', 'mysql', 'clickhouse', 'sqlserver'] as const;

/** Where a database is, as others call it too; no secrets. */
export interface DatabasePlace {
  /** What the connection is called here. */
  name: string;
  kind: (typeof kinds)[number];
  host: string;
  port: number;
  database: string;
}

/** The databases that connections lead to, by the connection. Who sees a connection is asked elsewhere. */
export async function databasePlaces(platform: Platform, spaceId: string): Promise<Map<string, DatabasePlace>> {
  const rows = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('connections.connection')
      .select(['id', 'name', 'kind', 'settings'])
      .where('space_id', '=', spaceId)
      .where('kind', 'in', [...kinds])
      .orderBy('id')
      .execute(),
  );
  return new Map(
    rows.map(({ id, name, kind, settings }) => {
      const { host, port, database } = settings as Omit<DatabasePlace, 'kind' | 'name'>;
      return [id, { name, kind: kind as DatabasePlace['kind'], host, port, database }];
    }),
  );
}
