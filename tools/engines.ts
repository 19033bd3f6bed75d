// `npm run engines -- <address>`: what every database must do that the product reads from and writes to, tried at one of yours. An
// address is `postgres://user:password@host:port/database`; likewise `mysql://`, `mariadb://`, `mssql://`, `clickhouse://`; `?tls=true`
// where it asks for TLS. Tables that are made
// begin with `formwork_` and go at the end. Without an address those are tried that `npm test` tries.
// `http://user:password@host:8123/` is a ClickHouse as FORMWORK_ENGINE_CLICKHOUSE names one: what every engine must do that the product
// works with, and that it answers what the embedded one does.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureClickhouse } from './clickhouse.ts';

const [address] = process.argv.slice(2);
if (address === undefined) ensureClickhouse();
const root = path.resolve(import.meta.dirname, '..');
const sets = ['both-engines', 'sets', 'growing', 'joins', 'hierarchies', 'together'];
const suites =
  address?.startsWith('http') === true
    ? [
        'server/src/platform/engine/clickhouse/suite.test.ts',
        'server/src/modules/etl/tasks/cluster/on-cluster.test.ts',
        ...sets.map((name) => `server/src/modules/analytics/sets/${name}.test.ts`),
      ]
    : ['server/src/modules/etl/endpoints/engines.test.ts'];
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...suites, '--reporter=verbose'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(address !== undefined && { FORMWORK_ENGINE_URL: address }) },
  },
);
process.exit(status ?? 1);
