declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';

  /** COPY ... FROM STDIN: hand it to a client's `query`, then write the lines into it. */
  export function from(statement: string): Writable;
}
