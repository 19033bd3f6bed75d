import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { peerNode, peersDir, run, serve, type Peer, type PeerDatabase } from './peer.ts';
import { fillSql, rowCount, rowOf } from './rows.ts';

const port = 18_982;
const url = `http://127.0.0.1:${port}`;
const version = '5.54.0';

/** Strapi 5.54.0: a new project with one content type and a full-access API token, built for production. */
export async function startStrapi(database: PeerDatabase, count = rowCount): Promise<Peer> {
  const folder = path.join(peersDir, 'strapi', 'app');
  const tokenFile = path.join(folder, 'bench-token');
  makeProject(folder, database);
  rmSync(tokenFile, { force: true });
  const env = environment(database);
  const stop = await serve(
    peerNode,
    ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    folder,
    env,
    `${url}/_health`,
  );
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8')}` };
  const ids = await fill(database, count);
  return {
    name: `Strapi ${version}`,
    url,
    headers,
    create: (n) => ({ method: 'POST', path: '/api/items', body: JSON.stringify({ data: rowOf(n) }) }),
    get: (id) => ({ path: `/api/items/${id}` }),
    list: (status) => ({
      path: `/api/items?filters[status][$eq]=${status}&sort=due:desc&pagination[limit]=20&pagination[withCount]=false`,
    }),
    listWithTotal: (status) => ({
      path: `/api/items?filters[status][$eq]=${status}&sort=due:desc&pagination[limit]=20&pagination[withCount]=true`,
    }),
    ids,
    lists: {
      from: (row) => ({
        path: `/api/items?sort=id:desc&pagination[start]=${row}&pagination[limit]=20&pagination[withCount]=false`,
      }),
      sortedTwice: (status) => ({
        path: `/api/items?filters[status][$eq]=${status}&sort[0]=due:desc&sort[1]=amount&pagination[limit]=20&pagination[withCount]=false`,
      }),
      search: (text) => ({
        path: `/api/items?_q=${encodeURIComponent(text)}&sort=id:desc&pagination[limit]=20&pagination[withCount]=false`,
      }),
    },
    stop,
  };
}

function environment({ host, port: databasePort, user, password, database }: PeerDatabase): Record<string, string> {
  const secret = () => randomBytes(16).toString('base64');
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_KEYS: `${secret()},${secret()}`,
    API_TOKEN_SALT: 'bench salt',
    ADMIN_JWT_SECRET: secret(),
    TRANSFER_TOKEN_SALT: secret(),
    JWT_SECRET: secret(),
    ENCRYPTION_KEY: secret(),
    DATABASE_CLIENT: 'postgres',
    DATABASE_HOST: host,
    DATABASE_PORT: String(databasePort),
    DATABASE_NAME: database,
    DATABASE_USERNAME: user,
    DATABASE_PASSWORD: password,
    DATABASE_SSL: 'false',
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
  };
}

function makeProject(folder: string, database: PeerDatabase): void {
  if (existsSync(path.join(folder, 'built'))) return;
  if (!existsSync(path.join(folder, 'installed'))) createProject(folder, database);
  const api = path.join(folder, 'src/api/item');
  for (const part of ['content-types/item', 'controllers', 'routes', 'services'])
    mkdirSync(path.join(api, part), { recursive: true });
  const attributes = {
    title: { type: 'string' },
    status: { type: 'string' },
    amount: { type: 'decimal' },
    quantity: { type: 'integer' },
    due: { type: 'date' },
    seen_at: { type: 'datetime' },
    remark: { type: 'text' },
    urgent: { type: 'boolean' },
  };
  writeFileSync(
    path.join(api, 'content-types/item/schema.json'),
    JSON.stringify({
      kind: 'collectionType',
      collectionName: 'items',
      info: { singularName: 'item', pluralName: 'items', displayName: 'Item' },
      options: { draftAndPublish: false },
      attributes,
    }),
  );
  for (const [part, factory] of [
    ['controllers', 'createCoreController'],
    ['routes', 'createCoreRouter'],
    ['services', 'createCoreService'],
  ] as const) {
    writeFileSync(
      path.join(api, part, 'item.ts'),
      `import { factories } from '@strapi/strapi';\nexport default factories.${factory}('api::item.item');\n`,
    );
  }
  // The token's plain text is known only where it is made.
  writeFileSync(
    path.join(folder, 'src/index.ts'),
    `import { writeFileSync } from 'node:fs';
export default {
  register() {},
  async bootstrap({ strapi }: { strapi: any }) {
    const { accessKey } = await strapi.service('admin::api-token').create({ name: 'bench ' + Date.now(), type: 'full-access', lifespan: null, description: '' });
    writeFileSync('bench-token', accessKey);
  },
};
`,
  );
  run('npm', ['run', 'build'], folder, environment(database));
  writeFileSync(path.join(folder, 'built'), '');
}

/** As Strapi's own manual says; each step is remembered, so that an interrupted one is repeated. */
function createProject(folder: string, { host, port: databasePort, database, user, password }: PeerDatabase): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  run(
    'npx',
    [
      '--yes',
      `create-strapi-app@${version}`,
      'app',
      '--non-interactive',
      '--skip-cloud',
      '--no-run',
      '--typescript',
      '--use-npm',
      '--install',
      '--no-git-init',
      '--dbclient',
      'postgres',
      '--dbhost',
      host,
      '--dbport',
      String(databasePort),
      '--dbname',
      database,
      '--dbusername',
      user,
      '--dbpassword',
      password,
      '--dbssl',
      'false',
    ],
    path.dirname(folder),
    {},
  );
  writeFileSync(path.join(folder, 'installed'), '');
}

/** Strapi addresses entries by a document id of its own. */
async function fill(
  { host, port: databasePort, user, password, database }: PeerDatabase,
  count: number,
): Promise<string[]> {
  const client = new pg.Client({ host, port: databasePort, user, password, database });
  await client.connect();
  await client.query(
    fillSql(
      'items',
      {
        document_id: `'doc' || lpad(n::text, 21, '0')`,
        created_at: 'now()',
        updated_at: 'now()',
        published_at: 'now()',
      },
      {},
      count,
    ),
  );
  await client.query('create index on items (status, due desc, id)');
  await client.query('create index on items (status, due desc, amount, id)');
  await client.query('vacuum analyze items');
  const { rows } = await client.query<{ document_id: string }>('select document_id from items limit 20000');
  await client.end();
  return rows.map((row) => row.document_id);
}
