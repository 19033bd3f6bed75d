import type { Socket } from 'node:net';
import type { Connection } from 'mysql2';
import { eventReader, type LogEvent, type LogPlace } from './events.ts';

/** What the server says in place of an event. */
export class LogRefused extends Error {
  readonly number: number;
  constructor(number: number, message: string) {
    super(message);
    this.name = 'LogRefused';
    this.number = number;
  }
}

/**
 * The log from a place on, event by event as it comes, to its end as it is now or until nobody wants to hear more. The driver reads few
 * kinds of events and takes them apart by itself, so its line is taken over: it is of no further use afterwards.
 */
export async function readLog(
  connection: Connection,
  from: LogPlace,
  hear: (event: LogEvent) => boolean,
): Promise<void> {
  const { stream } = connection as unknown as { stream: Socket };
  stream.removeAllListeners('data');
  stream.write(asked(from));
  const read = eventReader();
  // a line that breaks ends in an error: it was not the end of the log
  for await (const packet of packetsOf(stream)) {
    const [kind] = packet;
    if (kind === 0xfe && packet.length < 9) return;
    if (kind === 0xff) throw new LogRefused(packet.readUInt16LE(1), packet.toString('utf8', 9));
    if (!hear(read(packet.subarray(1)))) return;
  }
  throw Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
}

const dumpCode = 0x12;
/** The server says where the log ends instead of waiting for more. */
const toTheEnd = 1;

/** The server takes number 0 for somebody who only looks, beside its replicas. */
function asked({ file, offset }: LogPlace): Buffer {
  const name = Buffer.from(file, 'latin1');
  const packet = Buffer.alloc(15 + name.length);
  packet.writeUIntLE(11 + name.length, 0, 3);
  packet.writeUInt8(dumpCode, 4);
  packet.writeUInt32LE(offset, 5);
  packet.writeUInt16LE(toTheEnd, 9);
  packet.writeUInt32LE(0, 11);
  name.copy(packet, 15);
  return packet;
}

/** What is as long goes on in the next one. */
const longest = 0xffffff;
const headBytes = 4;

async function* packetsOf(stream: Socket): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let kept: Buffer[] = [];
  let bytes = 0;
  let wanted = headBytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes < wanted) continue;
    let whole = kept.length === 1 ? chunk : Buffer.concat(kept, bytes);
    for (;;) {
      wanted = whole.length < headBytes ? headBytes : headBytes + whole.readUIntLE(0, 3);
      if (whole.length < wanted) break;
      const part = whole.subarray(headBytes, wanted);
      whole = whole.subarray(wanted);
      parts.push(part);
      if (part.length === longest) continue;
      yield parts.length === 1 ? part : Buffer.concat(parts);
      parts = [];
    }
    kept = whole.length === 0 ? [] : [whole];
    bytes = whole.length;
  }
}
