import type { Framing } from './head.ts';

/** What takes the bytes of a body in plain; false asks for a pause. */
type Take = (bytes: Buffer) => boolean;

/**
 * Reads a body out of what comes over a connection, by its framing. Chunks of requests carry no extensions and no trailers:
 * those are where two readers part. Answers may have both, and they go no further.
 */
export class BodyReader {
  done: boolean;
  broken = false;
  /** Of the body in plain. */
  bytes = 0;
  readonly #framing: Framing;
  readonly #strict: boolean;
  #left: number;
  #state: 'size' | 'data' | 'after' | 'trailer' = 'size';
  #line = '';

  constructor(framing: Framing, strict: boolean) {
    this.#framing = framing;
    this.#strict = strict;
    this.#left = typeof framing === 'number' ? framing : 0;
    this.done = framing === 0;
  }

  /** Whether it ended where the connection did. */
  get endsWithConnection(): boolean {
    return this.#framing === 'close';
  }

  /** Takes what belongs to the body; answers how many bytes it was. A pause ends the reading early. */
  read(buffer: Buffer, take: Take): number {
    if (this.done || this.broken) return 0;
    if (this.#framing === 'chunked') return this.#chunks(buffer, take);
    if (this.#framing === 'close') {
      this.bytes += buffer.length;
      take(buffer);
      return buffer.length;
    }
    const size = Math.min(this.#left, buffer.length);
    this.#left -= size;
    this.bytes += size;
    if (this.#left === 0) this.done = true;
    if (size > 0) take(size === buffer.length ? buffer : buffer.subarray(0, size));
    return size;
  }

  #chunks(buffer: Buffer, take: Take): number {
    let at = 0;
    while (at < buffer.length && !this.done && !this.broken) {
      if (this.#state === 'data') {
        const size = Math.min(this.#left, buffer.length - at);
        const piece = buffer.subarray(at, at + size);
        at += size;
        this.#left -= size;
        this.bytes += size;
        if (this.#left === 0) this.#state = 'after';
        if (!take(piece)) return at;
        continue;
      }
      const end = buffer.indexOf(10, at);
      const piece = buffer.toString('latin1', at, end < 0 ? buffer.length : end + 1);
      at += piece.length;
      this.#line += piece;
      if (this.#line.length > (this.#strict ? 20 : 4_096)) this.broken = true;
      else if (end >= 0) this.#endLine();
    }
    return at;
  }

  #endLine(): void {
    const line = this.#line;
    this.#line = '';
    if (!line.endsWith('\r\n')) {
      this.broken = true;
      return;
    }
    const text = line.slice(0, -2);
    switch (this.#state) {
      case 'size': {
        const size = /^([0-9a-fA-F]{1,10})$/.exec(this.#strict ? text : text.split(';')[0]!.trim())?.[1];
        if (size === undefined) this.broken = true;
        else if ((this.#left = parseInt(size, 16)) === 0) this.#state = 'trailer';
        else this.#state = 'data';
        return;
      }
      case 'after':
        if (text !== '') this.broken = true;
        this.#state = 'size';
        return;
      default:
        if (text === '') this.done = true;
        else if (this.#strict) this.broken = true;
    }
  }
}

/** A chunk as it goes over a connection. */
export function chunkOf(bytes: Buffer): Buffer {
  const head = `${bytes.length.toString(16)}\r\n`;
  const out = Buffer.allocUnsafe(head.length + bytes.length + 2);
  out.write(head, 0, 'latin1');
  bytes.copy(out, head.length);
  out.write('\r\n', head.length + bytes.length, 'latin1');
  return out;
}

export const lastChunk = Buffer.from('0\r\n\r\n');
