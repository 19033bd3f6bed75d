import { PassThrough, Readable } from 'node:stream';
import { timeOf, compressed, put } from '../format.ts';
import type { Seal } from '../seal.ts';
import type { Store } from '../store.ts';
import { listName, tarName, type Base } from './log-format.ts';
import { openReplication, positionOf, positionText } from './replication.ts';

/** The database's own folder as it is, while people work: to be made consistent by the log from `start` to `stop`. */
export type TakenBase = Pick<Base, 'began' | 'system' | 'timeline' | 'start' | 'stop' | 'tar' | 'list'> & {
  name: string;
};

/** A base backup by the replication protocol: the folder as tar, packed here since the server cannot, and the list of its files with hashes. */
export async function takeBase(
  url: string,
  store: Store,
  seal: Seal | undefined,
  signal: AbortSignal,
): Promise<TakenBase> {
  const replication = await openReplication(url);
  signal.addEventListener('abort', replication.end);
  try {
    const { system } = await replication.identify();
    const began = new Date();
    const name = timeOf(began);
    const tar = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
    const list: Buffer[] = [];
    let archives = 0;
    let inList = false;
    let size = 0;
    const stored = put(store, seal, tarName(name), compressed(tar));
    stored.catch(() => replication.end());
    tar.on('drain', () => replication.resume());
    const seen = (message: Buffer): void => {
      const kind = String.fromCharCode(message[0]!);
      if (kind === 'n') archives += 1;
      if (archives > 1)
        throw new Error('The embedded database has tablespaces of its own, which a base does not hold.');
      if (kind === 'm') inList = true;
      if (kind !== 'd') return;
      // the bytes are those of a buffer that is used again
      const bytes = Buffer.from(message.subarray(1));
      if (inList) list.push(bytes);
      else {
        size += bytes.length;
        if (!tar.write(bytes)) replication.pause();
      }
    };
    const results = await replication
      .copy(
        `BASE_BACKUP (LABEL 'formwork', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
        seen,
      )
      .catch((error: unknown) => {
        tar.destroy(error as Error);
        throw error;
      });
    tar.end();
    const [begins, ends] = [results[0]![0]!, results.at(-1)!.length > 0 ? results.at(-1)![0]! : results.at(-2)![0]!];
    return {
      name,
      began: began.toISOString(),
      system,
      timeline: Number(begins.tli),
      start: positionText(positionOf(begins.recptr!)),
      stop: positionText(positionOf(ends.recptr!)),
      tar: { size, ...(await stored) },
      list: { sha256: (await put(store, seal, listName(name), Readable.from(list))).sha256 },
    };
  } finally {
    signal.removeEventListener('abort', replication.end);
    replication.end();
  }
}
