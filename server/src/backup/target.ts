import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataDirOf, readConfig } from '../platform/config.ts';
import { restoringFolder, runningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import type { Files } from '../platform/files/files.ts';
import { openFiles } from '../platform/files/files-open.ts';
import { BackupFailure } from './failure.ts';

/** An empty installation that a backup is put into. */
export interface Target {
  url: string;
  files: Files;
  /** The secret that the product would have there now; undefined where it has none yet. */
  secret: string | undefined;
  /** Makes the given one the installation's, where the settings do not name one. */
  keepSecret(secret: string): void;
  /** The last step: from here on it is what the product starts on. */
  finish(): Promise<void>;
  /** Ends what was started for it; without `finish` nothing of it is used. */
  close(): Promise<void>;
}

export const quiet = { debug() {}, info() {}, warn: (text: string) => console.error(text) };

/** Of the settings: their database where one is given, else the data folder. */
export function openTarget(env: NodeJS.ProcessEnv): Promise<Target> {
  return env.DATABASE_URL ? ownDatabase(env, env.DATABASE_URL) : dataFolder(env, dataDirOf(env));
}

/** Somewhere beside, to see whether a backup holds. */
export async function scratchTarget(env: NodeJS.ProcessEnv): Promise<Target> {
  const scratch = await scratchFolder();
  const target = await dataFolder({ ...env, FORMWORK_FILES: 'disk' }, scratch.folder);
  return {
    ...target,
    async close() {
      await target.close();
      await scratch.remove();
    },
  };
}

export async function scratchFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formwork-check-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function ownDatabase(env: NodeJS.ProcessEnv, url: string): Promise<Target> {
  const folder = dataDirOf(env);
  const file = path.join(folder, 'secret.key');
  return {
    url,
    files: openFiles(configFor(env, folder)),
    secret: secretIn(env, file),
    keepSecret: (secret) => {
      mkdirSync(folder, { recursive: true });
      writeSecret(env, file, secret);
    },
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** A data folder without an installation. */
export interface EmptyFolder extends Pick<Target, 'files' | 'secret' | 'keepSecret'> {
  /** Inside of it: what is made there is used once it is taken over. */
  unfinished: string;
  takeOver(): Promise<void>;
}

/** Made in a folder inside, whose parts get their names at the end, the database last: without it a start says that the restore broke off. */
export async function openEmptyFolder(env: NodeJS.ProcessEnv, folder: string): Promise<EmptyFolder> {
  if ((await runningEmbeddedPostgres(folder)) !== undefined || existsSync(path.join(folder, 'postgres')))
    throw new BackupFailure(
      'notEmpty',
      `There is an installation in ${folder} already. Restore into an empty folder (FORMWORK_DATA).`,
    );
  const unfinished = path.join(folder, restoringFolder);
  const disk = env.FORMWORK_FILES !== 's3';
  if (disk && (await holdsFiles(path.join(folder, 'files'))))
    throw new BackupFailure(
      'notEmpty',
      `There are files in ${path.join(folder, 'files')} already. Restore into an empty folder (FORMWORK_DATA).`,
    );
  await rm(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  // the database's user passes through, as through the folder of an installation
  if (process.getuid?.() === 0) chmodSync(folder, statSync(folder).mode | 0o011);
  const file = path.join(unfinished, 'secret.key');
  return {
    unfinished,
    files: openFiles(configFor(env, unfinished)),
    secret: secretIn(env, path.join(folder, 'secret.key')),
    keepSecret: (secret) => writeSecret(env, file, secret),
    async takeOver() {
      for (const name of await readdir(unfinished))
        if (name.startsWith('postgres-')) await rm(path.join(unfinished, name), { recursive: true });
      await rm(path.join(unfinished, 'postgres.port'), { force: true });
      await rm(path.join(unfinished, 'files', 'incoming'), { recursive: true, force: true });
      await rm(path.join(folder, 'files'), { recursive: true, force: true });
      for (const name of ['files', 'secret.key', 'postgres.password', 'postgres']) {
        if (existsSync(path.join(unfinished, name))) renameSync(path.join(unfinished, name), path.join(folder, name));
      }
      await rmdir(unfinished);
    },
  };
}

async function dataFolder(env: NodeJS.ProcessEnv, folder: string): Promise<Target> {
  const { unfinished, takeOver, ...place } = await openEmptyFolder(env, folder);
  const postgres = await startEmbeddedPostgres({ dataDir: unfinished, log: quiet });
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (!stopped) await postgres.stop();
    stopped = true;
  };
  return {
    ...place,
    url: postgres.url,
    async finish() {
      await stop();
      await takeOver();
    },
    close: stop,
  };
}

async function holdsFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.isFile());
}

/** The secret is looked at apart: asking for the settings would make one. */
function configFor(env: NodeJS.ProcessEnv, dataDir: string) {
  return readConfig({ ...env, FORMWORK_DATA: dataDir, FORMWORK_SECRET: 'only the place of the files is read here' });
}

function secretIn(env: NodeJS.ProcessEnv, file: string): string | undefined {
  return env.FORMWORK_SECRET || (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
}

function writeSecret(env: NodeJS.ProcessEnv, file: string, secret: string): void {
  if (env.FORMWORK_SECRET) return;
  if (existsSync(file)) renameSync(file, `${file}.before`);
  rmSync(file, { force: true });
  writeFileSync(file, secret, { mode: 0o600 });
}
