import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const program = '/usr/sbin/clickhouse-server';

/** A ClickHouse beside the product, as an enterprise has one. */
export interface OtherClickhouse {
  settings: { host: string; port: number; database: string; user: string };
  secrets: { password: string };
  stop(): Promise<void>;
}

/** Debian's server, which `tools/clickhouse.ts` installs; undefined where there is none. */
export async function startOtherClickhouse(): Promise<OtherClickhouse | undefined> {
  if (!existsSync(program)) {
    // a machine that builds for all has one
    if (process.env.CI === 'true') throw new Error(`${program} is missing: apt-get install clickhouse-server`);
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-clickhouse-'));
  const [port, native] = [await freePort(), await freePort()];
  for (const name of ['data', 'tmp', 'user_files']) mkdirSync(path.join(folder, name));
  const users = path.join(folder, 'users.xml');
  const config = path.join(folder, 'config.xml');
  writeFileSync(users, usersXml);
  writeFileSync(
    config,
    `<yandex>
      <logger><level>error</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
      <http_port>${port}</http_port><tcp_port>${native}</tcp_port><listen_host>127.0.0.1</listen_host>
      <mark_cache_size>16777216</mark_cache_size><timezone>Asia/Shanghai</timezone>
      <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><user_files_path>${folder}/user_files/</user_files_path>
      <users_config>${users}</users_config><default_profile>default</default_profile><default_database>default</default_database>
    </yandex>`,
  );
  const child = spawn(program, [`--config-file=${config}`], { cwd: folder, stdio: 'ignore' });
  const stop = async () => {
    // not by a polite signal: it would take its time to end
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; ; tries += 1) {
    const answers = await fetch(`http://127.0.0.1:${port}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) break;
    if (child.exitCode !== null || tries > 600) {
      await stop();
      throw new Error('ClickHouse does not begin');
    }
    await pause(100);
  }
  return {
    settings: { host: '127.0.0.1', port, database: 'default', user: 'plant' },
    secrets: { password: 'se:cret 密码' },
    stop,
  };
}

/** `reader` may only read, and may not change settings either. */
const usersXml = `<yandex>
  <profiles><default/><reading><readonly>1</readonly></reading></profiles><quotas><default/></quotas>
  <users>
    <default><password>x</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default>
    <plant><password>se:cret 密码</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></plant>
    <reader><password>se:cret 密码</password><networks><ip>127.0.0.1</ip></networks><profile>reading</profile><quota>default</quota></reader>
  </users>
</yandex>`;
