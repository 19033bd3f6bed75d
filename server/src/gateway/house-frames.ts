/**
 * How the gateway asks the product: many calls over one connection, each told apart by its number. A frame is the length of its
 * text (32 bits), the number of the call (32 bits), the status of its answer (16 bits, 0 in a call), and the text.
 */
const headBytes = 10;
/** Longer ones are no frame: whoever sends them is not understood. Answers are as long as texts can be. */
const mostFrameBytes = 512 * 1024 * 1024;
/** Of a call: longer ones are refused one by one, by HTTP, and cut no line that others are on. */
export const mostCallBytes = 2 * 1024 * 1024;

/** What goes ahead of a text of so many bytes. */
export function frameHead(call: number, status: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32BE(length, 0);
  head.writeUInt32BE(call, 4);
  head.writeUInt16BE(status, 8);
  return head;
}

export function frameOf(call: number, status: number, text: string | Buffer): Buffer {
  const length = typeof text === 'string' ? Buffer.byteLength(text) : text.length;
  const frame = Buffer.allocUnsafe(headBytes + length);
  frame.writeUInt32BE(length, 0);
  frame.writeUInt32BE(call, 4);
  frame.writeUInt16BE(status, 8);
  if (typeof text === 'string') frame.write(text, headBytes);
  else text.copy(frame, headBytes);
  return frame;
}

const mostHeldBytes = 1024 * 1024;

/** Told of each frame as it is whole; the text is there for as long as the call. */
export type Told = (call: number, status: number, text: Buffer) => void;

/** Puts frames together from what comes; false where what came is none. */
export function openFrames(tell: Told, mostBytes = mostFrameBytes): { hear(bytes: Buffer): boolean } {
  // what has begun, in a buffer that is used again and again: one for each frame would be garbage by the megabyte
  let held = Buffer.alloc(0);
  let have = 0;

  function keep(bytes: Buffer): void {
    if (have + bytes.length > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(64 * 1024, 2 * (have + bytes.length)));
      held.copy(larger, 0, 0, have);
      held = larger;
    }
    bytes.copy(held, have);
    have += bytes.length;
  }

  /** So many bytes of it are done with; undefined where there is no frame. */
  function take(bytes: Buffer): number | undefined {
    let at = 0;
    while (bytes.length - at >= headBytes) {
      const length = bytes.readUInt32BE(at);
      if (length > mostBytes) return undefined;
      const end = at + headBytes + length;
      if (end > bytes.length) break;
      tell(bytes.readUInt32BE(at + 4), bytes.readUInt16BE(at + 8), bytes.subarray(at + headBytes, end));
      at = end;
    }
    return at;
  }

  return {
    hear(bytes) {
      if (have === 0) {
        const taken = take(bytes);
        if (taken === undefined) return false;
        if (taken < bytes.length) keep(bytes.subarray(taken));
        return true;
      }
      keep(bytes);
      const taken = take(held.subarray(0, have));
      if (taken === undefined) return false;
      held.copyWithin(0, taken, have);
      have -= taken;
      // of one long answer nothing so large stays
      if (have === 0 && held.length > mostHeldBytes) held = Buffer.alloc(0);
      return true;
    },
  };
}
