import pg from 'pg';

/**
 * Databases of tests on a Citus cluster. `FORMWORK_TEST_DATABASE_URL` is the coordinator as its superuser,
 * `FORMWORK_TEST_DATABASE_NODES` the ports of the workers beside it; how one is set up: docs/decisions/citus.md.
 */
export interface Cluster {
  url: string;
  /** The coordinator's first. */
  ports: number[];
}

export function clusterGiven({
  FORMWORK_TEST_DATABASE_URL: url,
  FORMWORK_TEST_DATABASE_NODES: nodes,
}: NodeJS.ProcessEnv): Cluster | undefined {
  if (!url) return undefined;
  return { url, ports: [Number(new URL(url).port), ...(nodes ?? '').split(',').filter(Boolean).map(Number)] };
}

const owner = 'formwork_test_owner';

/** An empty database on all nodes that know of each other, which somebody without a superuser's rights owns; answers their connection. */
export async function makeTemplate(cluster: Cluster, name: string): Promise<string> {
  await onEach(cluster, 'postgres', async (client) => {
    await client.query(
      `do $$ begin if not exists (select from pg_roles where rolname = '${owner}') then create role ${owner} login createdb createrole; end if; end $$`,
    );
    await client.query(`create database ${name} owner ${owner}`);
  });
  await onEach(cluster, name, (client) => client.query('create extension citus; create extension pg_stat_statements'));
  const [coordinator, ...nodes] = cluster.ports;
  await on(cluster, coordinator!, name, async (client) => {
    const { hostname } = new URL(cluster.url);
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, coordinator]);
    for (const port of nodes) await client.query('select citus_add_node($1, $2)', [hostname, port]);
  });
  const url = new URL(cluster.url);
  url.username = owner;
  url.password = '';
  url.pathname = `/${name}`;
  return url.href;
}

/** Nobody is let in from here on, the cluster's own helpers included: it can be cloned. */
export async function closeTemplate(cluster: Cluster, name: string): Promise<void> {
  await onEach(cluster, 'postgres', async (client) => {
    await client.query(`alter database ${name} with allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}

export async function cloneOnCluster(cluster: Cluster, template: string, name: string): Promise<void> {
  await onEach(cluster, 'postgres', (client) =>
    client.query(`create database ${name} template ${template} owner ${owner} strategy file_copy`),
  );
}

export async function dropOnCluster(cluster: Cluster, name: string): Promise<void> {
  await onEach(cluster, 'postgres', (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function onEach(
  cluster: Cluster,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  await Promise.all(cluster.ports.map((port) => on(cluster, port, database, work)));
}

async function on(
  { url }: Cluster,
  port: number,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const at = new URL(url);
  at.port = String(port);
  at.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: at.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
