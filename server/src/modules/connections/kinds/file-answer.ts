import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { OutgoingStream } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure } from '../failure.ts';

/** What a file says of itself: while it says the same it is the same. */
export interface FileFacts {
  version: string;
  size: number;
}

/** What of a file came before. */
export interface FileBehind extends FileFacts {
  bytes: number;
}

export interface OpenedFile {
  /** Asked for once. */
  content(): Promise<Readable>;
  /** The byte that the content begins with: behind what came before, or the first one. */
  from: number;
  /** Undefined where it cannot be told whether the file is the same the next time. */
  facts?: FileFacts | undefined;
}

/**
 * A file that HTTP answers: behind what came before, where it is the same and the server answers parts, else from its beginning. An answer
 * that is none of the file is the caller's to refuse.
 */
export async function fileAnswer(
  ask: (headers: Record<string, string>) => Promise<OutgoingStream>,
  behind?: FileBehind,
): Promise<{ file: OpenedFile } | { refused: OutgoingStream }> {
  // one byte says whether it is so: nothing waits over there until what came before is read
  const first = behind && (await ask(partOf(behind, behind.bytes)));
  if (first && isBehind(first, behind)) {
    await buffer(first.body);
    const { version, size, bytes: from } = behind;
    return { file: { content: () => restOf(ask, behind), from, facts: { version, size } } };
  }
  if (first && first.status !== 200) first.body.destroy();
  const answer = first?.status === 200 ? first : await ask({});
  return answer.status === 200
    ? { file: { content: () => Promise.resolve(answer.body), from: 0, facts: factsOf(answer) } }
    : { refused: answer };
}

async function restOf(
  ask: (headers: Record<string, string>) => Promise<OutgoingStream>,
  behind: FileBehind,
): Promise<Readable> {
  const answer = await ask(partOf(behind));
  if (isBehind(answer, behind)) return answer.body;
  answer.body.destroy();
  throw new ConnectionFailure('connections.test.answer', { status: answer.status });
}

const partOf = ({ bytes, version }: FileBehind, last?: number): Record<string, string> => ({
  range: `bytes=${bytes}-${last ?? ''}`,
  'if-range': version,
});

/** Not every server heeds `If-Range`: then what it says of the file tells whether that is another one. */
function isBehind({ status, headers }: OutgoingStream, { version, size, bytes }: FileBehind): boolean {
  if (status !== 206 || isEncoded(headers)) return false;
  const [, from, , all] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(from) !== bytes || (all !== '*' && Number(all) !== size)) return false;
  const isTag = version.startsWith('"');
  const said = headers.get(isTag ? 'etag' : 'last-modified');
  // a date that was heeded need not be said again (RFC 9110, 15.3.7)
  return said === version || (said === null && !isTag && all !== '*');
}

function factsOf({ headers }: OutgoingStream): FileFacts | undefined {
  const size = headers.get('content-length');
  const version = versionOf(headers);
  return size === null || version === undefined || isEncoded(headers) ? undefined : { size: Number(size), version };
}

/** What `If-Range` takes (RFC 9110, 13.1.5): a strong tag, or a date behind which the file could not have changed once more. */
function versionOf(headers: Headers): string | undefined {
  const tag = headers.get('etag');
  if (tag?.startsWith('"')) return tag;
  const changed = headers.get('last-modified') ?? '';
  return Date.parse(changed) < Date.parse(headers.get('date') ?? '') - 1_000 ? changed : undefined;
}

/** Its bytes are others than those of the file. */
const isEncoded = (headers: Headers): boolean => (headers.get('content-encoding') ?? 'identity') !== 'identity';
