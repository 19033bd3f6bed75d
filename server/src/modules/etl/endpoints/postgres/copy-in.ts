import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { giveBack } from '../../../../platform/engine/lent.ts';

const headBytes = 5;
const copyData = 0x64;

type CopyIn = Writable & { rowCount: number };

/** `copy ... from stdin`: each piece goes with its head in one call of the system, and its place is given back then. */
export function copyIn(text: string): CopyIn {
  const copy = copyFrom(text) as unknown as CopyIn & Sending;
  copy.flushChunk = (piece) => {
    const { stream } = copy.connection;
    const head = Buffer.allocUnsafe(headBytes);
    head[0] = copyData;
    head.writeUInt32BE(piece.length + headBytes - 1, 1);
    stream.cork();
    stream.write(head);
    const takesMore = stream.write(piece, () => giveBack(piece));
    stream.uncork();
    return takesMore;
  };
  return copy;
}

/** What the library sends by. */
interface Sending {
  connection: { stream: Socket };
  flushChunk(piece: Buffer): boolean;
}
