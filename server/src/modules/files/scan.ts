import { refuse } from '../../platform/errors.ts';
import { ScanFailed, ScanTooLarge, scanWithClamd } from '../../platform/files/clamd.ts';
import type { Platform } from '../../platform/platform.ts';

/** Refuses a stored content that the virus scanner finds something in, or cannot look at; without a scanner nothing is looked at. */
export async function requireClean(platform: Platform, key: string): Promise<void> {
  const { clamd } = platform.config;
  if (clamd === '') return;
  const found = await scanWithClamd(clamd, () => platform.files.open(key)).catch((error: unknown) => {
    if (!(error instanceof ScanFailed)) throw error;
    platform.log.error({ err: error }, 'an upload could not be scanned for viruses');
    throw refuse(error instanceof ScanTooLarge ? 'files.file.too_large_to_scan' : 'files.file.not_scanned');
  });
  if (found === undefined) return;
  platform.log.warn({ virus: found }, 'an infected upload was refused');
  throw refuse('files.file.infected', { virus: found });
}
