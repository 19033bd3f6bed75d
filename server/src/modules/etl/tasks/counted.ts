import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RowStream } from '../../../platform/engine/port.ts';

/** The same rows, with about how many have passed: lines' ends, those within texts too. */
export function counted(rows: RowStream, seen: ((rows: number, bytes: number) => void) | undefined): RowStream {
  if (!seen) return rows;
  const counter = lineCounter(seen);
  // who reads the counter is told what broke
  pipeline(rows.bytes, counter).catch((error: unknown) => counter.destroy(error as Error));
  return { ...rows, bytes: counter };
}

export function lineCounter(seen: (lines: number, bytes: number) => void): Transform {
  let lines = 0;
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      bytes += chunk.length;
      seen(lines, bytes);
      done(null, chunk);
    },
  });
}
