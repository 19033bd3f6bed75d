import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  os?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};

/** Where a package is found from the folder of another, as Node looks for it. */
function isThere(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/'), 0)).replace(/\/$/, '')) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

// `npm ci` compares the lockfile with what every machine would install, not with what this one has
test('the lockfile names what each package needs, on every platform', () => {
  const missing = Object.entries(packages).flatMap(([from, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isThere(from, name))
      .map((name) => `${name} of ${from}`),
  );
  expect(missing).toEqual([]);
});

test('and no place that only one network reaches', () => {
  expect(
    Object.entries(packages)
      .filter(([, { link, resolved }]) => !link && resolved !== undefined)
      .map(([name]) => name),
  ).toEqual([]);
});

test('and the hash of each, so that whatever a registry answers is what was looked at', () => {
  expect(
    Object.entries(packages)
      .filter(
        ([name, { link, integrity }]) => name.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
      )
      .map(([name]) => name),
  ).toEqual([]);
});
