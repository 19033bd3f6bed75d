import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts';
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

/** The product's own embedded PostgreSQL as it is in use, durable, on a new folder. The product, the limit and the peers all reach it by the socket in that folder. */
export async function startDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'formwork-bench-'));
  const silent = (): void => {};
  const postgres = await startEmbeddedPostgres({ dataDir, log: { debug: silent, info: silent, warn: console.warn } });
  await onMaintenance(postgres.url, `create role ${peerRole.user} login createdb password '${peerRole.password}'`);
  return {
    url: postgres.url,
    dataDir,
    async forPeer(database) {
      const address = new URL(postgres.url);
      Object.assign(address, { username: peerRole.user, password: peerRole.password });
      await onMaintenance(address.href, `create database ${database}`);
      return {
        host: address.searchParams.get('host') ?? address.hostname,
        port: Number(address.port),
        ...peerRole,
        database,
      };
    },
    async stop() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
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
