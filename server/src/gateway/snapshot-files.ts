import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { SnapshotFile } from './snapshot.ts';

/** Snapshots on the disk of a gateway: it starts with them where there is no database. */
export function keepSnapshot(folder: string, file: SnapshotFile): void {
  if (!isWhole(file))
    throw new Error(`the snapshot ${file.spaceId} ${file.environment} ${file.number} is not what its sum says`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = nameOf(folder, file);
  const beside = `${name}.new`;
  const handle = openSync(beside, 'w', 0o600);
  try {
    writeSync(handle, JSON.stringify(file));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, name);
}

/** Of an environment that is gone. */
export function dropSnapshot(folder: string, at: Pick<SnapshotFile, 'spaceId' | 'environment'>): void {
  rmSync(nameOf(folder, at), { force: true });
}

const nameOf = (folder: string, { spaceId, environment }: Pick<SnapshotFile, 'spaceId' | 'environment'>): string =>
  path.join(folder, `${spaceId}.${environment}.snapshot.json`);

/** Those that are whole; what is broken is named. */
export function readSnapshots(folder: string, broken: (name: string) => void): SnapshotFile[] {
  const names = readNames(folder).filter((name) => name.endsWith('.snapshot.json'));
  return names.flatMap((name) => {
    try {
      const file = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as SnapshotFile;
      if (isWhole(file)) return [file];
    } catch {
      // said below
    }
    broken(name);
    return [];
  });
}

function isWhole({ body, sha256 }: SnapshotFile): boolean {
  return createHash('sha256').update(body).digest('hex') === sha256;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
