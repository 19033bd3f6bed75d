import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formwork-chromium-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a bench that looks at pages opens its browser as the tests do, which installs one where there is none', () => {
  const launching = readdirSync(path.join(root, 'bench'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /chromium\.launch|chromiumOnThisMachine/.test(readFileSync(path.join(root, 'bench', file), 'utf8')),
    );
  expect(launching).toEqual(['browser.ts']);
});

it('where there is no Chromium it is installed, once, and what went wrong is said', () => {
  const asked = (installs: boolean): { lines: string[]; answer: string } => {
    const place = path.join(folder, String(installs));
    const programs = path.join(place, 'bin');
    mkdirSync(programs, { recursive: true });
    const log = path.join(place, 'log');
    const program = (name: string, does: string) => {
      const file = path.join(programs, name);
      writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${log}"\n${does}\n`);
      chmodSync(file, 0o755);
    };
    // in place of the system's own; what Playwright brings finds no line
    program('apt-get', installs ? `[ "$1" = install ] && : > "${programs}/chromium"; exit 0` : 'exit 1');
    writeFileSync(path.join(programs, 'playwright.mjs'), `process.exit(1);`);
    const script = `import { ensureChromium, chromiumOnThisMachine } from ${JSON.stringify(path.join(root, 'tools/chromium.ts'))};
      const where = { folders: [${JSON.stringify(programs)}], playwright: ${JSON.stringify(path.join(programs, 'playwright.mjs'))}, elsewhere: [] };
      const first = ensureChromium(where), second = ensureChromium(where);
      console.log('answer', JSON.stringify([first, second, chromiumOnThisMachine(where)]));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, FORMWORK_CHROMIUM: '', PATH: `${programs}:/usr/bin:/bin` },
    });
    return { lines: readFileSync(log, 'utf8').trim().split('\n'), answer: /answer (.*)/.exec(stdout)?.[1] ?? stdout };
  };
  const there = asked(true);
  expect(JSON.parse(there.answer)).toEqual([null, null, path.join(folder, 'true/bin/chromium')]);
  if (process.getuid?.() === 0) expect(there.lines.filter((line) => line.includes(' install'))).toHaveLength(1);
  const none = asked(false);
  expect(JSON.parse(none.answer)).toEqual([
    expect.stringMatching(/could be installed/),
    expect.stringMatching(/could be installed/),
    null,
  ]);
});
