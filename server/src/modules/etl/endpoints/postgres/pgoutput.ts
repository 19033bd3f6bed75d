// The messages of the plugin `pgoutput` (protocol 1), as far as they say which rows changed.

export interface Relation {
  id: number;
  columns: string[];
}

export type LogMessage =
  | { kind: 'relation'; relation: Relation }
  | { kind: 'row'; relation: number; before: Tuple | undefined; after: Tuple | undefined }
  | { kind: 'truncate' }
  | undefined;

/** Texts by the place of their column; undefined where the log leaves a value out. */
export type Tuple = (string | null | undefined)[];

export function logMessage(bytes: Buffer): LogMessage {
  const read = readerOf(bytes);
  switch (read.sign()) {
    case 'R': {
      const id = read.int32();
      read.text();
      read.text();
      read.sign();
      const columns = Array.from({ length: read.int16() }, () => {
        read.sign();
        const name = read.text();
        read.int32();
        read.int32();
        return name;
      });
      return { kind: 'relation', relation: { id, columns } };
    }
    case 'I': {
      const relation = read.int32();
      read.sign();
      return { kind: 'row', relation, before: undefined, after: read.tuple() };
    }
    case 'U': {
      const relation = read.int32();
      const first = read.sign();
      if (first === 'N') return { kind: 'row', relation, before: undefined, after: read.tuple() };
      const before = read.tuple();
      read.sign();
      return { kind: 'row', relation, before, after: read.tuple() };
    }
    case 'D': {
      const relation = read.int32();
      read.sign();
      return { kind: 'row', relation, before: read.tuple(), after: undefined };
    }
    case 'T':
      return { kind: 'truncate' };
    default:
      return undefined;
  }
}

function readerOf(bytes: Buffer) {
  let at = 0;
  const int16 = (): number => bytes.readInt16BE((at += 2) - 2);
  const int32 = (): number => bytes.readInt32BE((at += 4) - 4);
  const sign = (): string => String.fromCharCode(bytes[at++]!);
  return {
    int16,
    int32,
    sign,
    text(): string {
      const end = bytes.indexOf(0, at);
      const text = bytes.toString('utf8', at, end);
      at = end + 1;
      return text;
    },
    tuple(): Tuple {
      return Array.from({ length: int16() }, () => {
        const kind = sign();
        if (kind === 'n') return null;
        if (kind === 'u') return undefined;
        const length = int32();
        return bytes.toString('utf8', at, (at += length));
      });
    },
  };
}
