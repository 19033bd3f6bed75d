import type { ChildProcess } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { ensureAppLogin, migrate, migrateSpace } from '../../platform/db/migrate.ts';
import type { Snapshot } from '../snapshot.ts';
import { killed, startProcess } from './processes.ts';
import { freePort } from '../../testing/free-port.ts';
import { hmacSecretOf } from '../own-keys.ts';
import { emptySnapshot, fileOf, key, secret } from './stand.ts';

/** Two processes of the gateway, each with a port and a disk of its own, on a PostgreSQL of their own. */
export interface TwoProcesses {
  ports: [number, number];
  /** Puts another snapshot in force, as the module gateway does. */
  serve(change: (snapshot: Snapshot) => Snapshot): Promise<void>;
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  statusOf(port: number, at: string, shown?: string): Promise<number>;
  /** A call of `signed/x` under a signature; the body is the code of a refusal. */
  signed(port: number, signature: string): Promise<{ status: number; body: string }>;
  /** One that was never used, dated so many seconds from now. */
  signature(later?: number): string;
  kill(place: 0 | 1): Promise<void>;
  start(place: 0 | 1): Promise<void>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

const signedPath = '/gateway/demo/signed/x';
const silent = { debug() {}, info() {}, warn() {} };

export async function twoProcesses(first: Partial<Snapshot>): Promise<TwoProcesses> {
  const folders: string[] = [];
  const folder = (name: string): string => {
    folders.push(mkdtempSync(path.join(tmpdir(), `fw-${name}-`)));
    return folders.at(-1)!;
  };
  const database = { dataDir: folder('database'), port: await freePort(), log: silent, durable: false };
  let postgres = await startEmbeddedPostgres(database);
  const ports: [number, number] = [await freePort(), await freePort()];
  const disks = [folder('one'), folder('other')] as const;
  const children: ChildProcess[] = [];
  let snapshot: Snapshot = { ...emptySnapshot(), ...first };
  let number = 0;

  const two: TwoProcesses = {
    ports,
    async asOwner(work) {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        await client.query(`set app.space_id = 'demo'`);
        return await work(client);
      } finally {
        await client.end();
      }
    },
    async serve(change) {
      snapshot = change(snapshot);
      const { sha256, body } = fileOf(snapshot, (number += 1));
      await two.asOwner(async (client) => {
        await client.query(
          'insert into gateway.snapshot (space_id, environment, number, sha256, body) values ($1, $2, $3, $4, $5)',
          ['demo', 'live', number, sha256, body],
        );
        await client.query(`select pg_notify('formwork', $1)`, [JSON.stringify([{ kind: 'gateway.snapshot' }])]);
      });
    },
    statusOf: async (port, at, shown = key) =>
      (await fetch(`http://127.0.0.1:${port}/gateway/demo/${at}`, { headers: { 'x-api-key': shown } })).status,
    async signed(port, signature) {
      const answer = await fetch(`http://127.0.0.1:${port}${signedPath}`, { headers: { authorization: signature } });
      const text = await answer.text();
      return {
        status: answer.status,
        body: answer.status === 200 ? text : (JSON.parse(text) as { code: string }).code,
      };
    },
    signature(later = 0) {
      const date = Math.floor(Date.now() / 1_000) + later;
      const nonce = randomUUID();
      const hash = createHash('sha256').update('').digest('hex');
      const text = createHmac('sha256', hmacSecretOf(secret, 'demo', 'h'))
        .update(['GET', signedPath, date, nonce, hash].join('\n'))
        .digest('hex');
      return `HMAC-SHA256 Credential=signer, Date=${date}, Nonce=${nonce}, BodyHash=${hash}, Signature=${text}`;
    },
    kill: (place) => killed(children[place]!),
    async start(place) {
      children[place] = await startProcess({ folder: disks[place], port: ports[place], databaseUrl: postgres.url });
    },
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await startEmbeddedPostgres(database);
    },
    async stop() {
      await Promise.all(children.map(killed));
      await postgres.stop();
      for (const one of folders) rmSync(one, { recursive: true, force: true });
    },
  };
  await migrate(postgres.url);
  await ensureAppLogin(postgres.url, secret);
  await two.asOwner((client) => migrateSpace(client, 'demo'));
  await two.serve((same) => same);
  await Promise.all([two.start(0), two.start(1)]);
  return two;
}
