import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.ts';
import type { Client } from './server.ts';

const program = '/usr/sbin/mariadbd';
const maker = '/usr/bin/mariadb-install-db';

/** A MariaDB beside the product, as an enterprise has one: with settings of its own, such as a binary log. */
export interface OtherMariadb {
  client: mysql.Connection;
  /** A connection of the product to its database `plant`. */
  connect(admin: Client, name: string, user: { name: string; password: string }): Promise<string>;
  /** Ends it and begins it again with other settings; `client` is another one afterwards. */
  again(settings: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Debian's server; undefined where there is none. */
export async function startOtherMariadb(settings: readonly string[] = []): Promise<OtherMariadb | undefined> {
  if (!existsSync(program) || !existsSync(maker)) {
    // a machine that builds for all has one
    if (process.env.CI === 'true') throw new Error(`${program} is missing: apt-get install mariadb-server`);
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-mariadb-'));
  const data = path.join(folder, 'data');
  const user = `--user=${userInfo().username}`;
  const made = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  await promisify(execFile)(maker, ['--no-defaults', `--datadir=${data}`, user, ...made]);
  const port = await freePort();
  let child: ChildProcess | undefined;
  const kill = async () => {
    // not by a polite signal: it would take its time to end
    if (child && child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  const begin = async (given: readonly string[]): Promise<mysql.Connection> => {
    const small = ['--innodb-buffer-pool-size=24M', '--innodb-log-file-size=8M', '--innodb-flush-log-at-trx-commit=2'];
    const places = [
      `--datadir=${data}`,
      `--socket=${folder}/s`,
      `--pid-file=${folder}/pid`,
      `--log-error=${folder}/log`,
    ];
    child = spawn(
      program,
      ['--no-defaults', user, ...places, `--port=${port}`, '--bind-address=127.0.0.1', ...small, ...given],
      { stdio: 'ignore' },
    );
    for (let tries = 0; ; tries += 1) {
      const client = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' }).catch(() => undefined);
      if (client) return client;
      if (child.exitCode !== null || tries > 600) {
        await kill();
        throw new Error('MariaDB does not begin');
      }
      await pause(50);
    }
  };
  const other: OtherMariadb = {
    client: await begin(settings),
    async connect(admin, name, { name: login, password }) {
      const given = { host: '127.0.0.1', port, database: 'plant', user: login };
      const body = { kind: 'mysql', name, folder: null, settings: given, secrets: { password } };
      return (await admin.ok(connectionsApi.create, { body })).id;
    },
    async again(given) {
      other.client.destroy();
      await kill();
      other.client = await begin(given);
    },
    async stop() {
      other.client.destroy();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await other.client.query('create database plant character set utf8mb4');
  return other;
}
