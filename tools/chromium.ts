import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The shell has no windows to draw: the same pages, with a fifth less of the machine. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where one is looked for, and what installs it. */
export interface ChromiumPlaces {
  folders: readonly string[];
  elsewhere: readonly string[];
  playwright: string;
}

const onThisMachine: ChromiumPlaces = {
  folders: [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/snap/bin'],
  elsewhere: applications,
  playwright: path.resolve(import.meta.dirname, '../node_modules/.bin/playwright'),
};

/** The browser for the browser tests: the given one, or one that is installed; undefined leaves it to Playwright. */
export function chromiumOnThisMachine({ folders, elsewhere }: ChromiumPlaces = onThisMachine): string | undefined {
  const given = process.env.FORMWORK_CHROMIUM;
  if (given) return given;
  const candidates = [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...elsewhere];
  return candidates.find((file) => existsSync(file));
}

/** Sees to it that there is one. Answers what went wrong when there is none. */
export function ensureChromium(places: ChromiumPlaces = onThisMachine): string | undefined {
  if (chromiumOnThisMachine(places)) return undefined;
  console.log('Installing Chromium for the browser tests ...');
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore') === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-q'], 'ignore', env);
    // not every system has the shell by itself
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], 'ignore', env);
      if (chromiumOnThisMachine(places)) return undefined;
    }
  }
  const withSystemLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  if (run(process.execPath, [places.playwright, 'install', ...withSystemLibraries, 'chromium'], 'inherit') === 0)
    return undefined;
  return 'There is no Chromium for the browser tests and none could be installed. Install one, or name it in FORMWORK_CHROMIUM.';
}

function run(command: string, args: string[], stdio: 'ignore' | 'inherit', env = process.env): number | null {
  return spawnSync(command, args, { stdio, env }).status;
}
