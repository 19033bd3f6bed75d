import type { Config } from '../config.ts';
import type { Files } from './files.ts';
import { openDiskFiles } from './files-disk.ts';
import { openS3Files } from './files-s3.ts';

/** The store that the settings name. */
export function openFiles(config: Pick<Config, 'files' | 'dataDir'>): Files {
  return config.files.kind === 's3' ? openS3Files(config.files) : openDiskFiles(config.dataDir);
}
