import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Where a branch left main; on main itself the last commit, so that only what is not committed counts. */
export function changedSince(root: string): string {
  return git(root, 'merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
}

export function changedFiles(root: string, since: string): string[] {
  return [...git(root, 'diff', '--name-only', since), ...git(root, 'ls-files', '--others', '--exclude-standard')];
}

/**
 * The browser tests that a change can reach: themselves where they changed, those of an application where its pages did, all where something did that
 * applications share. Nothing of what only tests, measures or explains is reached by a browser.
 */
export function reachedInBrowser(changed: readonly string[]): string[] {
  const reached = new Set<string>();
  for (const file of changed) {
    if (/(\.test\.tsx?|\.md)$|^(docs|bench|tools)\/|^server\/.*\/testing\//.test(file)) continue;
    const own = /^e2e\/([\w-]+)\/.*\.e2e\.ts$/.test(file) ? file : undefined;
    const app = /^apps\/([\w-]+)\//.exec(file)?.[1];
    if (own !== undefined) reached.add(own);
    else if (app !== undefined) for (const folder of [`e2e/${app}/`, 'e2e/main/']) reached.add(folder);
    else if (/^(packages|server|e2e|apps)\/|^(package-lock\.json|vite\.config\.ts|playwright\.config\.ts)$/.test(file))
      return ['e2e'];
  }
  return [...reached];
}

/** What every test stands on without importing it: the database's shape, the libraries, and how tests are run. */
const everywhere =
  /^(package-lock\.json|(.*\/)?package\.json|vitest\.config\.ts|server\/migrations\/.*|tools\/tests\/leave-nothing\.ts|server\/src\/testing\/(global-setup|people|patience)\.ts)$/;

/**
 * Of the other tests: what the runner is to follow through the imports, tests themselves among it; undefined where all must run. A test that reads a file from
 * the disk instead names it: `tests` are all of them with their text.
 */
export function reachedByImports(changed: readonly string[], tests: ReadonlyMap<string, string>): string[] | undefined {
  if (changed.some((file) => everywhere.test(file))) return undefined;
  const code = changed.filter((file) => /^(packages|server|apps|tools)\/.*\.(tsx?|json|css)$/.test(file));
  const readers = [...tests].filter(([, text]) => changed.some((file) => isReadIn(text, file))).map(([test]) => test);
  // its frames are looked for in the text of every page
  const frames = changed.some((file) => file.endsWith('.tsx')) ? ['tools/web/frames.test.ts'] : [];
  return [...new Set([...code, ...readers, ...frames])];
}

function isReadIn(text: string, file: string): boolean {
  if (/\.tsx?$/.test(file)) return false;
  const name = path.basename(file);
  return text.includes(name) || text.includes(name.replace(/\.(zh-CN|en)\./, '.${locale}.'));
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}
