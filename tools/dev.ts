// `npm run dev`: the server, started again with a fresh build of the front end whenever a source changes.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const watched = ['server/src', 'server/migrations', 'packages', 'apps'].map((folder) => `--watch-path=${folder}`);
const child = spawn(process.execPath, ['--watch-preserve-output', ...watched, 'server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FORMWORK_DEVELOPMENT: 'true' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
