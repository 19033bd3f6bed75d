import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { testSecret } from './people.ts';
import type { TestServer } from './server.ts';

/** A worker on the database of the test's server, in a process of its own that can be killed; it is ready when it is answered, and stands among `children`, which the test ends, from the start. */
export async function startWorker(server: TestServer, children: ChildProcess[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [new URL('worker-process.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      DATABASE_URL: server.databaseUrl,
      FORMWORK_SECRET: testSecret,
      FORMWORK_DATA: server.platform.config.dataDir,
      FORMWORK_OUTGOING_ALLOWED: '127.0.0.1',
      FORMWORK_LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}
