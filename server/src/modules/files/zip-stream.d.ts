declare module 'zip-stream' {
  import type { Transform } from 'node:stream';

  /** A zip that is written entry by entry; `entry` may be called again when the last one called back. */
  export default class ZipStream extends Transform {
    constructor(options?: { level?: number; comment?: string; forceUTC?: boolean });
    entry(
      source: NodeJS.ReadableStream | Buffer | string,
      data: { name: string; date?: Date; store?: boolean },
      done: (error?: Error | null) => void,
    ): void;
    finish(): void;
  }
}
