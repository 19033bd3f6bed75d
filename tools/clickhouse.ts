import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const program = '/usr/sbin/clickhouse-server';

/** A ClickHouse for the tests of ETL, where Debian's can be had; tests begin one of their own with it. */
export function ensureClickhouse(): void {
  if (existsSync(program) || process.getuid?.() !== 0 || run(['--version']) !== 0) return;
  console.log('Installing ClickHouse for the tests ...');
  run(['update', '-q']);
  run(['install', '-q', '-y', '--no-install-recommends', 'clickhouse-server']);
}

function run(args: string[]): number | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'ignore', env }).status;
}
