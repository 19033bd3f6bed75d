import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../platform/config.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { openLog } from '../platform/open-log.ts';
import { startServer } from '../start.ts';
import { clusterGiven, closeTemplate, dropOnCluster, makeTemplate } from './cluster.ts';
import { createTestPeople, testSecret } from './people.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's connection to the template database, which every test server clones. */
    templateUrl: string;
    /** Of the run, in memory. */
    testFolder: string;
  }
}

const prefix = 'formwork-test-';

/** One PostgreSQL for the whole run, with a template database that has every migration, two spaces and their people. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers(memoryFolder());
  const folder = mkdtempSync(path.join(memoryFolder(), `${prefix}${process.pid}-`));
  const silent = { debug() {}, info() {}, warn() {} };
  const cluster = clusterGiven(process.env);
  const template = `formwork_template_${process.pid}`;
  const postgres = cluster
    ? { url: await makeTemplate(cluster, template), stop: () => dropOnCluster(cluster, template) }
    : await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false });
  const config = readConfig({
    FORMWORK_DATA: folder,
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'error',
    FORMWORK_SECRET: testSecret,
  });
  const running = await startServer({ ...config, role: 'web', databaseUrl: postgres.url }, openLog(config));
  await createTestPeople(running.platform);
  await running.stop();
  if (cluster) await closeTemplate(cluster, template);
  project.provide('templateUrl', postgres.url);
  project.provide('testFolder', folder);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Of runs that were killed: their databases have stopped by themselves, their folders in memory stay. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // somebody else's
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Memory when there is room for it: cloning a database is ten times as fast there. */
function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > 1024 ** 3) return '/dev/shm';
  } catch {
    // no such folder on this system
  }
  return tmpdir();
}
