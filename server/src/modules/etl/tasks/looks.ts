import type { UsedBy } from '../../connections/public.ts';
import { atMost, mostLooked } from '../endpoints/files.ts';

/** Whether somebody only looks, while a task is drawn: nothing large is copied for it. */
export const isLook = ({ kind }: UsedBy): boolean => kind === 'etl.design' || kind === 'etl.preview';

/** What of a file is copied for a look: the beginning of a text, and so much at most of what has to be there whole. */
export function lookedAt(file: string): (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer> {
  const ending = file.toLowerCase().split('.').at(-1) ?? '';
  if (texts.has(ending)) return (bytes) => beginning(atMost(mostLooked, file)(bytes));
  return atMost(ending === 'parquet' ? roomBytes : mostLooked, file);
}

/** Texts of which a part is one as well. */
const texts = new Set(['csv', 'tsv', 'txt', 'jsonl', 'ndjson']);
/** What a look at a text copies: more than the rows that it shows. */
const beginningBytes = 32 * 2 ** 20;
const roomBytes = 4 * 2 ** 30;

/** Up to the end of a line; what is shorter comes whole, and what has no lines is bounded as all else. */
async function* beginning(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = beginningBytes;
  for await (const chunk of bytes) {
    if (chunk.length <= left) {
      yield chunk;
      left -= chunk.length;
      continue;
    }
    const end = chunk.indexOf('\n', left);
    yield end === -1 ? chunk : chunk.subarray(0, end + 1);
    if (end !== -1) return;
    left = 0;
  }
}
