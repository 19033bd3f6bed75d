import { type LogEvent, unpressed } from './events.ts';

/** What the log says of a table before it says what happened to its rows. */
export interface TableMap {
  id: number;
  schema: string;
  name: string;
  types: readonly { type: number; meta: number }[];
}

/** A row as it was, or as it is: the bytes of its columns by their place; undefined where the log leaves one out. */
export type RowImage = (Buffer | null | undefined)[];

export interface RowChange {
  before: RowImage | undefined;
  after: RowImage | undefined;
}

export function tableMapOf({ body }: LogEvent): TableMap {
  const schemaLength = body.readUInt8(8);
  const schema = body.toString('utf8', 9, 9 + schemaLength);
  let at = 10 + schemaLength;
  const nameLength = body.readUInt8(at);
  const name = body.toString('utf8', at + 1, at + 1 + nameLength);
  at += nameLength + 2;
  const [count, codes] = lengthAt(body, at);
  const [, metas] = lengthAt(body, codes + count);
  at = metas;
  const types = Array.from(body.subarray(codes, codes + count), (type) => {
    const bytes = metaBytes[type] ?? 0;
    const meta = bytes === 0 ? 0 : body.readUIntLE(at, bytes);
    at += bytes;
    return { type, meta };
  });
  return { id: body.readUIntLE(0, 6), schema, name, types };
}

/** How rows are written, by the protocol's numbers: first and second version, and both as MariaDB presses them together. */
const rowTypes: Record<number, { what: 'write' | 'update' | 'delete'; second?: boolean; pressed?: boolean }> = {
  23: { what: 'write' },
  24: { what: 'update' },
  25: { what: 'delete' },
  30: { what: 'write', second: true },
  31: { what: 'update', second: true },
  32: { what: 'delete', second: true },
  166: { what: 'write', pressed: true },
  167: { what: 'update', pressed: true },
  168: { what: 'delete', pressed: true },
  169: { what: 'write', second: true, pressed: true },
  170: { what: 'update', second: true, pressed: true },
  171: { what: 'delete', second: true, pressed: true },
};

export const saysRows = ({ type }: LogEvent): boolean => type in rowTypes;

/** Which table an event is about, by the number that the log gave it. */
export const tableIn = ({ body }: LogEvent): number => body.readUIntLE(0, 6);

export function rowsIn({ type, body }: LogEvent, table: TableMap): RowChange[] {
  const { what, second, pressed } = rowTypes[type]!;
  const [count, masks] = lengthAt(body, second ? 8 + body.readUInt16LE(8) : 8);
  if (count !== table.types.length) throw new Error('the log has other columns than its table');
  const width = (count + 7) >> 3;
  const first = placesIn(body, masks, count);
  const then = what === 'update' ? placesIn(body, masks + width, count) : first;
  const start = masks + width * (what === 'update' ? 2 : 1);
  const bytes = pressed ? unpressed(body.subarray(start)) : body.subarray(start);
  const rows: RowChange[] = [];
  let at = 0;
  const image = (places: readonly number[]): RowImage => {
    const nulls = at;
    at += (places.length + 7) >> 3;
    const values: RowImage = [];
    for (const [nth, place] of places.entries()) {
      if ((bytes.readUInt8(nulls + (nth >> 3)) & (1 << (nth & 7))) !== 0) {
        values[place] = null;
        continue;
      }
      const { type: code, meta } = table.types[place]!;
      const { head, size } = extentOf(code, meta, bytes, at);
      values[place] = bytes.subarray(at + head, at + head + size);
      at += head + size;
    }
    return values;
  };
  while (at < bytes.length) {
    const one = image(first);
    rows.push({ before: what === 'write' ? undefined : one, after: what === 'write' ? one : undefined });
    if (what === 'update') rows.at(-1)!.after = image(then);
  }
  if (at !== bytes.length) throw new Error('the rows of the log do not end where their event does');
  return rows;
}

function placesIn(bytes: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => place).filter(
    (place) => (bytes.readUInt8(at + (place >> 3)) & (1 << (place & 7))) !== 0,
  );
}

/** A number with as many bytes as it needs, and the place behind it. */
function lengthAt(bytes: Buffer, at: number): [value: number, next: number] {
  const first = bytes.readUInt8(at);
  if (first < 0xfb) return [first, at + 1];
  const size = first === 0xfc ? 2 : 3;
  return [bytes.readUIntLE(at + 1, size), at + 1 + size];
}

/** How many bytes say more of a type; what a column is there stands in them, the first one lowest. */
const metaBytes: Record<number, number> = {
  4: 1,
  5: 1,
  15: 2,
  16: 2,
  17: 1,
  18: 1,
  19: 1,
  140: 1,
  141: 2,
  242: 1,
  245: 1,
  246: 2,
  247: 2,
  248: 2,
  249: 1,
  250: 1,
  251: 1,
  252: 1,
  253: 2,
  254: 2,
  255: 1,
};

const plainBytes: Record<number, number> = {
  1: 1,
  2: 2,
  3: 4,
  4: 4,
  5: 8,
  6: 0,
  7: 4,
  8: 8,
  9: 3,
  10: 3,
  11: 3,
  12: 8,
  13: 1,
  14: 3,
};

/** How long a value is, and the length that stands before it. */
function extentOf(type: number, meta: number, bytes: Buffer, at: number): { head: number; size: number } {
  const plain = plainBytes[type];
  if (plain !== undefined) return { head: 0, size: plain };
  const counted = (head: number) => ({ head, size: bytes.readUIntLE(at, head) });
  switch (type) {
    case 15:
    case 141:
    case 253:
      return counted(meta < 256 ? 1 : 2);
    case 16:
      return { head: 0, size: (meta >> 8) + ((meta & 0xff) > 0 ? 1 : 0) };
    case 17:
      return { head: 0, size: 4 + ((meta + 1) >> 1) };
    case 18:
      return { head: 0, size: 5 + ((meta + 1) >> 1) };
    case 19:
      return { head: 0, size: 3 + ((meta + 1) >> 1) };
    case 140:
    case 242:
    case 245:
    case 249:
    case 250:
    case 251:
    case 252:
    case 255:
      return counted(meta);
    case 246:
      return { head: 0, size: decimalBytes(meta & 0xff, meta >> 8) };
    case 247:
    case 248:
      return { head: 0, size: meta >> 8 };
    case 254: {
      const { kind, length } = shortText(meta);
      return kind === 254 ? counted(length < 256 ? 1 : 2) : { head: 0, size: length };
    }
    default:
      throw new Error(`a type that the log has and nobody knows: ${type}`);
  }
}

/** Texts of a set length, choices and sets share a number; how long they may be takes bits of what they are. */
function shortText(meta: number): { kind: number; length: number } {
  const [first, second] = [meta & 0xff, meta >> 8];
  if ((first & 0x30) === 0x30) return { kind: first, length: second };
  return { kind: first | 0x30, length: second | (((first & 0x30) ^ 0x30) << 4) };
}

/** Nine digits go into four bytes. */
const bytesOfDigits = [0, 1, 1, 2, 2, 3, 3, 4, 4, 4];

export function decimalBytes(precision: number, scale: number): number {
  const half = (digits: number) => Math.floor(digits / 9) * 4 + bytesOfDigits[digits % 9]!;
  return half(precision - scale) + half(scale);
}
