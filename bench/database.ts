import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres.ts';
import type { PeerDatabase } from './peers/peer.ts';

export interface BenchDatabase {
  /** Connection of the product's owner role. */
  url: string;
  /** Folder of the data, for the server's own keys and files. */
  dataDir: string;
  /** A new, empty database on the same PostgreSQL with a role that owns it. */
  forPeer(name: string): Promise<PeerDatabase>;
  stop(): Promise<void>;
}

const peerRole = { user: 'peer', password: 'peer' };

/** The product's own embedded PostgreSQL as it is in use, durable, on a new folder; on a loopback port, for the peers. */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'formwork-bench-'));
  const port = await freePort();
  const silent = (): void => {};
  const postgres = await startEmbeddedPostgres({ dataDir, port, log: { debug: silent, info: silent, warn: console.warn } });
  await onMaintenance(postgres.url, `create role ${peerRole.user} login createdb password '${peerRole.password}'`);
  return {
    url: postgres.url,
    dataDir,
    async forPeer(database) {
      const connection = { host: '127.0.0.1', port, ...peerRole };
      await onMaintenance(`postgres://${peerRole.user}:${peerRole.password}@127.0.0.1:${port}`, `create database ${database}`);
      return { ...connection, database };
    },
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function onMaintenance(url: string, sql: string): Promise<void> {
  const address = new URL(url);
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
