import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { placesOf } from '../../../../platform/engine/lent.ts';

/** What stands before the content of each message: its kind, and how long it is. */
const headBytes = 5;
const [copyData, copyDone] = [0x64, 0x63];
/** Messages that may come between the rows and are of no interest: the beginning, notices, settings, notifications. */
const passedOver = new Set([0x48, 0x4e, 0x53, 0x41]);
/** Up to so many bytes a loop is faster than a call that leaves JavaScript. */
const fewBytes = 40;
/** What is handed on at once. */
const pieceBytes = 64 * 1024;

interface Connection {
  stream: Socket;
  query(text: string): void;
}

/**
 * What `copy ... to stdout` answers; it stands in the queue of a client of `pg` like any query. Each row comes as a message of its own:
 * their heads are left out, and what is between them goes on in large pieces. Looked at one by one, as libraries do it, they
 * take this process as long as they take the database.
 */
export class CopyOut extends Readable {
  readonly #text: string;
  readonly #seen: ((rows: number, bytes: number) => void) | undefined;
  /** How many have come so far; the end of a binary answer counts as one more. */
  #rows = 0;
  #bytes = 0;
  #stream: Socket | undefined;
  #usual: ((chunk: Buffer) => void) | undefined;
  readonly #head = Buffer.alloc(headBytes);
  #headAt = 0;
  #isRow = false;
  #isWhole = false;
  /** Of the content of the message that is being read. */
  #left = 0;
  readonly #places = placesOf(pieceBytes);
  #out = this.#places.take();
  #write = 0;

  readonly #refused: (error: Error) => Error;

  /** `refused` says what the other side says in words of ours. */
  constructor(text: string, refused: (error: Error) => Error, seen?: (rows: number, bytes: number) => void) {
    super({ highWaterMark: 256 * 1024 });
    this.#text = text;
    this.#refused = refused;
    this.#seen = seen;
  }

  /** Called by the client when its turn has come: until the rows end nobody else hears what the other side says. */
  submit(connection: Connection): void {
    const { stream } = connection;
    this.#stream = stream;
    [this.#usual] = stream.listeners('data') as [(chunk: Buffer) => void];
    stream.removeListener('data', this.#usual);
    stream.on('data', this.#take);
    // where what comes is read in place
    stream.on('piece', this.#take);
    connection.query(this.#text);
  }

  handleError(error: Error): void {
    this.destroy(this.#refused(error));
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (!this.#isWhole) this.destroy(new Error('rows broke off'));
  }

  override _read(): void {
    this.#stream?.resume();
  }

  /** What still comes is read and thrown away: the connection could say nothing else before its end. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stream?.resume();
    done(error);
  }

  readonly #take = (chunk: Buffer): void => {
    const { length } = chunk;
    this.#bytes += length;
    let [out, write, read] = [this.#out, this.#write, 0];
    while (read < length) {
      if (this.#left > 0) {
        const many = Math.min(this.#left, length - read);
        this.#left -= many;
        const end = read + many;
        if (!this.#isRow) read = end;
        while (read < end) {
          const fits = Math.min(end - read, out.length - write);
          if (fits > fewBytes) {
            chunk.copy(out, write, read, read + fits);
            write += fits;
            read += fits;
          } else for (const until = read + fits; read < until; read += 1, write += 1) out[write] = chunk[read]!;
          if (write < out.length) continue;
          this.#hand(out, write);
          // nobody gives back what nobody wants
          if (!this.destroyed) out = this.#places.take();
          write = 0;
        }
      } else if (this.#headAt === 0 && length - read >= headBytes && chunk[read] === copyData) {
        this.#isRow = true;
        this.#left = chunk.readInt32BE(read + 1) - 4;
        this.#rows += 1;
        read += headBytes;
      } else {
        this.#head[this.#headAt] = chunk[read]!;
        this.#headAt += 1;
        read += 1;
        if (this.#headAt < headBytes) continue;
        this.#headAt = 0;
        const kind = this.#head[0]!;
        this.#isRow = kind === copyData;
        this.#left = this.#head.readInt32BE(1) - 4;
        if (this.#isRow) this.#rows += 1;
        else if (!passedOver.has(kind)) {
          this.#end(kind, out.subarray(0, write), chunk.subarray(read));
          return;
        }
      }
    }
    [this.#out, this.#write] = [out, write];
    if (!this.destroyed) this.#seen?.(this.#rows, this.#bytes);
  };

  #hand(out: Buffer, length: number): void {
    if (!this.destroyed && !this.push(out.subarray(0, length))) this.#stream!.pause();
  }

  /** The client hears the rest: that the command is complete, or what went wrong. */
  #end(kind: number, rows: Buffer, rest: Buffer): void {
    const [stream, usual] = [this.#stream!, this.#usual!];
    stream.removeListener('piece', this.#take);
    stream.removeListener('data', this.#take);
    stream.on('data', usual);
    this.#stream = undefined;
    if (kind === copyDone) this.#seen?.(this.#rows, this.#bytes);
    if (rows.length > 0 && !this.destroyed) this.push(rows);
    this.#isWhole = kind === copyDone;
    if (this.#isWhole && !this.destroyed) this.push(null);
    // what it was told of lies in a place that others are told of next
    usual(Buffer.concat(kind === copyDone ? [rest] : [this.#head, rest]));
    stream.resume();
  }
}
