import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findBinaries } from './embedded-postgres.binaries.ts';
import {
  ensureReachable,
  measuresStatements,
  ownIdentity,
  passwordOf,
  serverSettings,
  socketPort,
  startServer,
  stopServer,
  type Log,
} from './embedded-postgres.ts';

export interface Recovered {
  /** The superuser, by a socket that only this process knows. */
  url: string;
  /** Whether the log went on behind the moment that was asked for. */
  reached: boolean;
  stop(): Promise<void>;
}

/**
 * The first start on a base and its log, which lie in `<dataDir>/postgres`: up to a moment, or to the end of the log. The settings of
 * recovery are flags of this start alone, and the passwords of both roles are set anew, since those in the base are of where it came from.
 */
export async function recoverEmbeddedPostgres(dataDir: string, moment: Date | undefined, log: Log): Promise<Recovered> {
  const identity = ownIdentity();
  ensureReachable(dataDir, identity);
  const { postgres } = await findBinaries(dataDir, identity);
  const data = path.join(dataDir, 'postgres');
  const socket = mkdtempSync(path.join(tmpdir(), 'formwork-'));
  const rules = path.join(socket, 'pg_hba.conf');
  writeFileSync(rules, 'local all all trust\n', { mode: 0o600 });
  chmodSync(socket, 0o700);
  if (identity.uid !== undefined) for (const own of [socket, rules]) chownSync(own, identity.uid, identity.gid!);
  const settings = {
    ...serverSettings(data, undefined, true, measuresStatements(postgres)),
    unix_socket_directories: socket,
    hba_file: rules,
    // nobody reads before it is through, and then it need not have as many connections as where it came from
    hot_standby: 'off',
    restore_command: 'exit 1',
    recovery_target_action: 'promote',
  };
  try {
    let reached = moment !== undefined;
    const start = { postgres, data, identity, log };
    const server = await startServer({
      ...start,
      settings: moment ? { ...settings, recovery_target_time: targetOf(moment) } : settings,
    }).catch((error: Error) => {
      if (!moment || !error.message.includes('recovery ended before configured recovery target was reached'))
        throw error;
      // nothing was written behind the moment: the end of the log is what was there then
      reached = false;
      return startServer({ ...start, settings });
    });
    const stop = async (): Promise<void> => {
      await stopServer(server, data);
      rmSync(socket, { recursive: true, force: true });
    };
    const url = `postgres://postgres@localhost:${socketPort}/formwork?host=${encodeURIComponent(socket)}`;
    try {
      await setPasswords(url, passwordOf(dataDir));
      return { url, reached, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    rmSync(socket, { recursive: true, force: true });
    throw error;
  }
}

/** The setting is read before zones have names, `Z` among them. */
const targetOf = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '+00');

async function setPasswords(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const role of ['postgres', 'formwork'])
      await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
}
