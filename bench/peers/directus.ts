import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { install, peerNode, peersDir, run, serve, type Peer, type PeerDatabase } from './peer.ts';
import { fillSql, rowCount, rowOf } from './rows.ts';

const port = 18_981;
const url = `http://127.0.0.1:${port}`;

/** Directus 12.4.0: bootstrapped on a database of its own, one collection made through its API, rows filled in SQL. */
export async function startDirectus(database: PeerDatabase, count = rowCount): Promise<Peer> {
  const folder = path.join(peersDir, 'directus');
  install(folder, ['directus@12.4.0']);
  const token = randomBytes(16).toString('hex');
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DB_CLIENT: 'pg',
    DB_HOST: database.host,
    DB_PORT: String(database.port),
    DB_DATABASE: database.database,
    DB_USER: database.user,
    DB_PASSWORD: database.password,
    SECRET: randomBytes(16).toString('hex'),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  };
  if (existsSync(path.join(folder, '.env'))) rmSync(path.join(folder, '.env'));
  writeFileSync(path.join(folder, '.env'), '');
  const cli = ['node_modules/directus/cli.js'];
  run(peerNode, [...cli, 'bootstrap'], folder, env);
  const stop = await serve(peerNode, [...cli, 'start'], folder, env, `${url}/server/ping`);
  const headers = { authorization: `Bearer ${token}` };
  await makeCollection(headers);
  await fill(database, count);
  return {
    name: 'Directus 12.4',
    url,
    headers,
    create: (n) => ({ method: 'POST', path: '/items/checks', body: JSON.stringify(rowOf(n)) }),
    get: (id) => ({ path: `/items/checks/${id}` }),
    list: (status) => ({ path: `/items/checks?limit=20&sort=-due&filter[status][_eq]=${status}` }),
    listWithTotal: (status) => ({
      path: `/items/checks?limit=20&sort=-due&meta=filter_count&filter[status][_eq]=${status}`,
    }),
    ids: Array.from({ length: count }, (_, n) => n + 1),
    lists: {
      from: (row) => ({ path: `/items/checks?limit=20&sort=-id&offset=${row}` }),
      sortedTwice: (status) => ({ path: `/items/checks?limit=20&sort=-due,amount&filter[status][_eq]=${status}` }),
      groups: {
        path: '/items/checks?groupBy[]=status&aggregate[count]=*&aggregate[sum]=amount&aggregate[avg]=quantity',
      },
      search: (text) => ({ path: `/items/checks?limit=20&sort=-id&search=${encodeURIComponent(text)}` }),
    },
    stop,
  };
}

async function makeCollection(headers: Record<string, string>): Promise<void> {
  const types: Record<string, string> = {
    title: 'string',
    status: 'string',
    amount: 'decimal',
    quantity: 'integer',
    due: 'date',
    seen_at: 'timestamp',
    remark: 'text',
    urgent: 'boolean',
  };
  const fields = [
    {
      field: 'id',
      type: 'integer',
      meta: { hidden: true },
      schema: { is_primary_key: true, has_auto_increment: true },
    },
    ...Object.entries(types).map(([field, type]) => ({
      field,
      type,
      meta: {},
      schema: type === 'decimal' ? { numeric_precision: 12, numeric_scale: 2 } : {},
    })),
  ];
  const answer = await fetch(`${url}/collections`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ collection: 'checks', meta: {}, schema: {}, fields }),
  });
  if (!answer.ok) throw new Error(`Directus refused the collection: ${await answer.text()}`);
}

async function fill(
  { host, port: databasePort, user, password, database }: PeerDatabase,
  count: number,
): Promise<void> {
  const client = new pg.Client({ host, port: databasePort, user, password, database });
  await client.connect();
  await client.query(fillSql('checks', {}, {}, count));
  await client.query('create index on checks (status, due desc, id)');
  await client.query('create index on checks (status, due desc, amount, id)');
  await client.query('vacuum analyze checks');
  await client.end();
}
