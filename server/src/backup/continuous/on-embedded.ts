import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import { openFiles } from '../../platform/files/files-open.ts';
import { BackupFailure } from '../failure.ts';
import { openStore } from '../store.ts';
import { startContinuous, type Continuous } from './receiver.ts';

/** How long the end of the process waits for a place that does not answer. */
const lastMs = 8_000;

/**
 * In the process that started the database, where the settings name a place. A restored installation that is held may be a rehearsal
 * beside the one that still writes there: it begins when an operator lets it go on.
 */
export function startOnEmbedded(platform: Platform, databaseUrl: string): { stop(): Promise<void> } | undefined {
  const { config, log, hold } = platform;
  const { to, keep } = config.backupContinuous;
  if (to === '') return undefined;
  let receiver: Continuous | undefined;
  let stopped = false;
  hold.whenFree(() => {
    if (stopped) return;
    receiver = startContinuous(
      {
        openStore: () => openStore(to, { make: true }),
        databaseUrl: () => Promise.resolve(databaseUrl),
        // the store itself: what the product removes waits for this receiver
        files: openFiles(config),
        secret: config.secret,
        seal: Boolean(process.env.FORMWORK_BACKUP_PHRASE),
        phrase: givenPhrase,
        keep,
        tell: { say: (text) => log.info(text), warn: (text) => log.warn(text) },
      },
      () => false,
    );
  });
  return {
    async stop() {
      stopped = true;
      await Promise.race([receiver?.stop(), sleep(lastMs, undefined, { ref: false })]);
    },
  };
}

/** Nobody is asked on a terminal while the product runs. */
function givenPhrase(): Promise<string> {
  const phrase = process.env.FORMWORK_BACKUP_PHRASE;
  return phrase
    ? Promise.resolve(phrase)
    : Promise.reject(
        new BackupFailure('phrase', 'The backups there are sealed: FORMWORK_BACKUP_PHRASE gives the pass phrase.'),
      );
}
