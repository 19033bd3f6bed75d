import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import pg from 'pg';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { freePort } from './free-port.ts';
import type { Client } from './server.ts';

/** A PostgreSQL beside the product's own, as an enterprise has one. */
export interface OtherPostgres {
  url: string;
  client: pg.Client;
  /** A connection of the product to it. */
  connect(admin: Client, name: string, user?: { name: string; password: string }): Promise<string>;
  /** What such a connection is set to. */
  settings(user?: string): { host: string; port: number; database: string; user: string; tls: boolean };
  stop(): Promise<void>;
}

export async function startOtherPostgres(
  options: { superuser?: boolean; settings?: Record<string, string | number> } = {},
): Promise<OtherPostgres> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'formwork-other-'));
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  const { settings: given, superuser } = options;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    port: await freePort(),
    log,
    durable: false,
    ...(given && { settings: given }),
  });
  const { url } = postgres;
  const client = new pg.Client({ connectionString: superuser ? url.replace('//formwork:', '//postgres:') : url });
  await client.connect();
  const { hostname, port, username, password } = new URL(url);
  const settings: OtherPostgres['settings'] = (user = username) => ({
    host: hostname,
    port: Number(port),
    database: 'formwork',
    user,
    tls: false,
  });
  return {
    url,
    client,
    settings,
    async connect(admin, name, user = { name: username, password }) {
      const secrets = { password: user.password };
      const body = { kind: 'postgres', name, folder: null, settings: settings(user.name), secrets };
      return (await admin.ok(connectionsApi.create, { body })).id;
    },
    async stop() {
      await client.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
