import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProduct } from './product.ts';
import { demoPassword } from './settings.ts';

/** Two web processes and a worker on one database and one folder of files, as the operations guide has it. */
export async function startSeveralProcesses(): Promise<{ addresses: string[]; end(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'formwork-several-'));
  // the first brings the embedded database, the others connect to it
  const first = await startProduct({
    FORMWORK_ROLE: 'web',
    FORMWORK_DATA: folder,
    FORMWORK_DEMO_PASSWORD: demoPassword,
  });
  const password = readFileSync(path.join(folder, 'postgres.password'), 'utf8').trim();
  const shared = {
    FORMWORK_DATA: folder,
    DATABASE_URL: `postgres://formwork:${password}@localhost:5432/formwork?host=${encodeURIComponent(path.join(folder, 'postgres'))}`,
  };
  const others = await Promise.all([
    startProduct({ ...shared, FORMWORK_ROLE: 'web' }),
    startProduct({ ...shared, FORMWORK_ROLE: 'worker' }),
  ]);
  return {
    addresses: [first.url, others[0].url],
    end: async () => {
      await Promise.all(others.map((product) => product.end()));
      await first.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
