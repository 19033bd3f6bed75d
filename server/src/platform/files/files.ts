import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Names the content in the store; says nothing about the file's name or owner. */
  key: string;
  size: number;
  /** Of the content, in hex. */
  sha256: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where contents are kept. Who may read one, and its name, is the business of the module `files`. */
export interface Files {
  /** Stores a stream under a new key, or the one it had where it was restored from. After an error nothing is left behind; rejects with StoreFailed where the store is to blame, else with the stream's own error. */
  put(content: Readable, key?: string): Promise<StoredFile>;
  /** Rejects with FileMissing when there is no such content. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes of a content; rejects as `open` does. */
  size(key: string): Promise<number>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

/** The store does not take or give what it should. */
export class StoreFailed extends Error {
  /** There is no room left in it. */
  readonly full: boolean;

  constructor(message: string, { full = false, cause }: { full?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'StoreFailed';
    this.full = full;
  }
}

export class FileMissing extends Error {
  constructor(key: string, cause?: unknown) {
    super(`no stored content ${key}`, { cause });
    this.name = 'FileMissing';
  }
}
