import { crc32, inflateSync, zstdDecompressSync } from 'node:zlib';

// The binary log of MySQL and MariaDB, as far as it says which rows of a table changed.

/** A place in the log. */
export interface LogPlace {
  file: string;
  offset: number;
}

export interface LogEvent {
  type: number;
  /** When it was written, in seconds; of a file's head that is when the file was begun. */
  at: number;
  /** Behind it, in its file; nothing of what the server makes up on the way. */
  next: number;
  body: Buffer;
}

/** The kinds that are looked at, by the protocol's numbers; what MariaDB pressed together has numbers of its own. */
export const eventTypes = {
  query: 2,
  rotate: 4,
  head: 15,
  tableMap: 19,
  xaPrepare: 38,
  partialUpdate: 39,
  transactionPayload: 40,
  pressedQuery: 165,
} as const;

const headerBytes = 19;
const checksumBytes = 4;
/** Of an event that the server makes up: it stands nowhere in the file. */
const artificial = 0x20;

/** Takes packets apart; what a file's head says of checksums holds for its events. */
export function eventReader(): (packet: Buffer) => LogEvent {
  let checked: boolean | undefined;
  return (packet) => {
    const type = packet.readUInt8(4);
    const flags = packet.readUInt16LE(17);
    // its last byte but the checksum is the way of checking
    if (type === eventTypes.head) checked = packet.readUInt8(packet.length - checksumBytes - 1) === 1;
    const end = bare(packet, type === eventTypes.rotate ? undefined : checked);
    return {
      type,
      at: packet.readUInt32LE(0),
      next: (flags & artificial) === 0 ? packet.readUInt32LE(13) : 0,
      body: packet.subarray(headerBytes, end),
    };
  };
}

/** Where the event ends without its checksum. Rotations come before any head: whether they have one shows in it. */
function bare(packet: Buffer, checked: boolean | undefined): number {
  const end = packet.length - checksumBytes;
  const has = checked ?? (end > headerBytes && crc32(packet.subarray(0, end)) === packet.readUInt32LE(end));
  return has ? end : packet.length;
}

export function rotatedTo({ body }: LogEvent): LogPlace {
  return { offset: Number(body.readBigUInt64LE(0)), file: body.toString('latin1', 8) };
}

/** A statement and the database it was said in. */
export function statementOf({ type, body }: LogEvent): { schema: string; sql: string } {
  const schemaLength = body.readUInt8(8);
  const at = 13 + body.readUInt16LE(11);
  const rest = body.subarray(at + schemaLength + 1);
  return {
    schema: body.toString('utf8', at, at + schemaLength),
    sql: (type === eventTypes.pressedQuery ? unpressed(rest) : rest).toString('utf8'),
  };
}

/** The name of a transaction that waits for its commit, as the statement that ends it writes it. */
export function waitingName({ body }: LogEvent): string {
  const [first, second] = [body.readUInt32LE(5), body.readUInt32LE(9)];
  const hex = (from: number, length: number): string => body.toString('hex', from, from + length);
  return `X'${hex(13, first)}',X'${hex(13 + first, second)}',${body.readUInt32LE(1)}`;
}

/** What MariaDB pressed together: how many bytes its length takes, its length, zlib. */
export function unpressed(bytes: Buffer): Buffer {
  return inflateSync(bytes.subarray(1 + (bytes.readUInt8(0) & 7)));
}

/** The events of a transaction that MySQL pressed together: marked parts, then the bytes. */
export function payloadOf({ body }: LogEvent): LogEvent[] {
  let at = 0;
  let pressed = true;
  const number = (): number => {
    const first = body.readUInt8(at);
    const size = { 0xfc: 2, 0xfd: 3, 0xfe: 6 }[first] ?? 0;
    at += 1 + size + (first === 0xfe ? 2 : 0);
    return size === 0 ? first : body.readUIntLE(at - size - (first === 0xfe ? 2 : 0), size);
  };
  for (let mark = number(); mark !== 0; mark = number()) {
    const end = number() + at;
    // the way it was pressed: zstd, or not at all
    if (mark === 2) pressed = number() === 0;
    at = end;
  }
  const bytes = pressed ? zstdDecompressSync(body.subarray(at)) : body.subarray(at);
  const events: LogEvent[] = [];
  for (let from = 0; from < bytes.length; from += bytes.readUInt32LE(from + 9))
    events.push({
      type: bytes.readUInt8(from + 4),
      at: bytes.readUInt32LE(from),
      next: 0,
      body: bytes.subarray(from + headerBytes, from + bytes.readUInt32LE(from + 9)),
    });
  return events;
}

/** Whether the first lies before the second: files are numbered. */
export function isBefore(one: LogPlace, other: LogPlace): boolean {
  const [first, second] = [numberOf(one.file), numberOf(other.file)];
  return first === second ? one.offset < other.offset : first < second;
}

const numberOf = (file: string): number => Number(/\.(\d+)$/.exec(file)?.[1] ?? 0);
