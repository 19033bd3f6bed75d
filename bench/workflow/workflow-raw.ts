import pg from 'pg';
import { readConfig, type Config } from '../../server/src/platform/config.ts';
import { TextQuery } from '../../server/src/platform/db/text-query.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { openLog } from '../../server/src/platform/open-log.ts';
import { startServer } from '../../server/src/start.ts';
import { openLane } from '../lane.ts';
import { oneInstance, type WorkflowScene } from './workflow-scene.ts';

type Recorded = string | pg.QueryConfig;

/**
 * The limit: the very statements of an instance, prepared and in their transactions, straight through `pg`. They are
 * written down while a server in this process carries out instances, and played with fresh ids on so many connections.
 */
export async function openRaw(
  database: { url: string; dataDir: string },
  scene: WorkflowScene,
  lanes: number,
): Promise<{ rate(seconds: number): Promise<number>; stop(): Promise<void> }> {
  const [one, two] = await recordTwo(database, scene);
  const both = new Set(idsIn(one));
  const stable = new Set(idsIn(two).filter((id) => both.has(id)));
  const pool = new pg.Pool({ connectionString: database.url, max: lanes });
  // when a run fails the database ends first; what failed is to be read, not this
  pool.on('error', () => {});
  const play = async (client: pg.PoolClient): Promise<void> => {
    const fresh = new Map<string, string>();
    const renew = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(renew);
      if (typeof value !== 'string') return value;
      return value.replace(uuids, (id) => {
        if (stable.has(id)) return id;
        let other = fresh.get(id);
        if (!other) fresh.set(id, (other = newId()));
        return other;
      });
    };
    for (const statement of two)
      await client.query(
        typeof statement === 'string' ? statement : { ...statement, values: (statement.values ?? []).map(renew) },
      );
  };
  return {
    async rate(seconds) {
      const began = performance.now();
      let done = 0;
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          const client = await pool.connect();
          try {
            while (performance.now() < began + seconds * 1_000) {
              await play(client);
              done++;
            }
          } finally {
            client.release();
          }
        }),
      );
      return done / ((performance.now() - began) / 1_000);
    },
    stop: () => pool.end(),
  };
}

function recorded(query: string | pg.QueryConfig | TextQuery, given: unknown[] | undefined): Recorded {
  if (typeof query === 'string') return given ? { text: query, values: given } : query;
  const { name, text, values } = query instanceof TextQuery ? query.statement : query;
  return { text, values: values ?? given ?? [], ...(name ? { name } : {}) };
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function idsIn(statements: Recorded[]): string[] {
  return statements.flatMap((statement) =>
    typeof statement === 'string' ? [] : (JSON.stringify(statement.values ?? []).match(uuids) ?? []),
  );
}

/** Two instances one after another, after enough of them that everything is in memory. */
async function recordTwo(
  database: { url: string; dataDir: string },
  scene: WorkflowScene,
): Promise<[Recorded[], Recorded[]]> {
  const config = readConfig({
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    FORMWORK_DATA: database.dataDir,
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'warn',
    FORMWORK_ROLE: 'web',
  }) as Config & { databaseUrl: string };
  const running = await startServer(config, openLog(config));
  const lane = await openLane(running.url!.replace('localhost', '127.0.0.1'));
  for (let n = 0; n < 20; n++) await oneInstance(lane, scene);
  const kept: Recorded[][] = [];
  const original = pg.Client.prototype.query;
  try {
    for (let n = 0; n < 2; n++) {
      const statements: Recorded[] = [];
      pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
        const [query, values] = args as [string | pg.QueryConfig | TextQuery, unknown];
        statements.push(recorded(query, Array.isArray(values) ? values : undefined));
        return (original as (...all: unknown[]) => unknown).apply(this, args);
      } as never;
      await oneInstance(lane, scene);
      kept.push(statements);
    }
  } finally {
    pg.Client.prototype.query = original;
    lane.close();
    await running.stop();
  }
  return kept as [Recorded[], Recorded[]];
}
