import { hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Config } from '../../../platform/config.ts';
import { invalid } from '../../../platform/errors.ts';

/** Longer than any line of such a list. */
const lineBytes = 128;

/** Refuses a password that stands in the installation's list of breached ones; without a list nothing is looked up. */
export async function requireUnbreached(
  config: Pick<Config, 'breachedPasswords'>,
  password: string,
  path: string,
): Promise<void> {
  if (config.breachedPasswords === '') return;
  const wanted = hash('sha1', password, 'hex').toUpperCase();
  if (await standsIn(config.breachedPasswords, wanted))
    throw invalid('identity.password.breached', [{ path, code: 'identity.password.breached' }]);
}

/** Whether a file of lines `HASH` or `HASH:count`, in the order of the hashes, has one of this hash: a few reads, however large it is. */
async function standsIn(file: string, wanted: string): Promise<boolean> {
  const handle = await open(file);
  try {
    let from = 0;
    let before = (await handle.stat()).size;
    while (from < before) {
      const middle = Math.floor((from + before) / 2);
      const line = await lineAt(handle, middle, from);
      if (!line || line.start >= before) {
        // no line begins behind the middle: what is left is read from its beginning
        const first = await lineAt(handle, from, from);
        if (!first || first.start >= before) return false;
        if (first.hash === wanted) return true;
        if (middle === from) return false;
        before = middle;
        continue;
      }
      if (line.hash === wanted) return true;
      if (line.hash < wanted) from = line.end;
      else before = line.start;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** The first line that begins at a place or behind it; at `from` one begins. */
async function lineAt(
  handle: FileHandle,
  place: number,
  from: number,
): Promise<{ start: number; end: number; hash: string } | undefined> {
  // a byte before the place tells whether a line begins there
  const at = place === from ? place : place - 1;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * lineBytes), 0, 2 * lineBytes, at);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begins = place === from ? 0 : text.indexOf('\n') + 1;
  if (place !== from && begins === 0) return undefined;
  if (begins >= bytesRead) return undefined;
  const ends = text.indexOf('\n', begins);
  const line = text.slice(begins, ends < 0 ? bytesRead : ends);
  return { start: at + begins, end: at + (ends < 0 ? bytesRead : ends + 1), hash: line.slice(0, 40).toUpperCase() };
}
