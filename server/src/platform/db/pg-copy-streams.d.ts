declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';

  /** COPY ... FROM STDIN: hand it to a client's `query`, then write the lines into it. */
  export function from(statement: string): Writable & { rowCount: number };
  /** COPY ... TO STDOUT: hand it to a client's `query`, then read the lines from it; the count is known at its end. */
  export function to(statement: string): Readable & { rowCount: number };
}
