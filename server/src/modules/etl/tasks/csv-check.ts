import type { DataColumn } from '@formwork/contract/etl/columns.ts';

/** What a value must be to mean the same to PostgreSQL as to the engine. `short`: so few digits that a number is exact. */
export type Shape = 'text' | 'whole' | 'short' | 'double' | 'boolean' | 'date' | 'timestamp';

export interface CsvShape {
  delimiter: number;
  shapes: readonly Shape[];
  /** The names in the first row; undefined where it is none of heads. */
  heads: readonly string[] | undefined;
}

/** The other way reads it row by row, and says what is wrong with which. */
export class NotSound extends Error {}

const [quote, newline, carriage, minus, point] = [34, 10, 13, 45, 46];
/** In front of some texts, to say that they are UTF-8. */
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const nothing: Buffer = Buffer.alloc(0);
/** No row is longer by the other way. */
const longestRow = 1_000_000;

/**
 * Looks at the bytes of a text file as they pass: rows of as many values as there are columns, each of the shape of its column. Throws
 * `NotSound` at the first of which the other way could make something else, or a rejected row.
 */
export function csvCheck({ delimiter, shapes, heads }: CsvShape) {
  let rest: Buffer | undefined;
  let begun = false;
  let first = nothing;
  let headed = heads === undefined;
  let rows = 0;

  /** Where the last whole row ends. */
  function take(bytes: Buffer, atEnd: boolean): number {
    let at = 0;
    if (!headed && heads) {
      const end = bytes.indexOf(newline);
      if (end === -1) return atEnd ? wrong() : 0;
      const line = bytes.toString('utf8', 0, bytes[end - 1] === carriage ? end - 1 : end);
      if (line !== heads.join(String.fromCharCode(delimiter)) || line.includes('"')) wrong();
      headed = true;
      at = end + 1;
    }
    while (at < bytes.length) {
      const next = row(bytes, at, atEnd);
      if (next === -1) break;
      if (next - at > longestRow) wrong();
      rows += 1;
      at = next;
    }
    return at;
  }

  /** Where the next row begins; -1 where this one goes on beyond what has come. */
  function row(bytes: Buffer, from: number, atEnd: boolean): number {
    let at = from;
    const last = shapes.length - 1;
    for (let column = 0; column <= last; column += 1) {
      const end = bytes[at] === quote ? quotedEnd(bytes, at) : plainEnd(bytes, at);
      if (end === -1 || (end >= bytes.length && !atEnd)) return -1;
      if (bytes[at] === quote) {
        if (shapes[column] !== 'text') wrong();
      } else if (shapes[column] === 'text') {
        // `\.` alone ends what older servers read
        if (column === 0 && end === at + 2 && bytes[at] === 92 && bytes[at + 1] === point) wrong();
      } else if (end > at && !isOf(shapes[column]!, bytes, at, end)) wrong();
      // a blank line is none of one value
      if (last === 0 && end === at) wrong();
      let sign = bytes[end];
      at = end;
      if (sign === carriage && column === last) {
        if (end + 1 >= bytes.length && !atEnd) return -1;
        at += 1;
        sign = bytes[at];
        if (sign !== newline) wrong();
      }
      if (column < last ? sign !== delimiter : sign !== newline && at < bytes.length) wrong();
      at += 1;
    }
    return at;
  }

  function plainEnd(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const sign = bytes[at]!;
      if (sign === delimiter || sign === newline || sign === carriage) return at;
      if (sign === quote || sign === 0) wrong();
    }
    return bytes.length;
  }

  return {
    /** The bytes, as they are. */
    pass(chunk: Buffer): Buffer {
      let bytes = chunk;
      if (!begun) {
        first = Buffer.concat([first, chunk]);
        if (first.length < mark.length) return nothing;
        bytes = first.subarray(0, 3).equals(mark) ? first.subarray(3) : first;
        begun = true;
      }
      const all = rest ? Buffer.concat([rest, bytes]) : bytes;
      const end = take(all, false);
      rest = end === all.length ? undefined : Buffer.from(all.subarray(end));
      if (rest && rest.length > longestRow) wrong();
      return bytes;
    },
    end(): void {
      if (!begun) wrong();
      if (rest && take(rest, true) < rest.length) wrong();
      if (!headed) wrong();
    },
    rows: () => rows,
  };
}

function wrong(): never {
  throw new NotSound();
}

function quotedEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(quote, from + 1); at !== -1; at = bytes.indexOf(quote, at + 2)) {
    if (at + 1 >= bytes.length) return at + 1;
    if (bytes[at + 1] !== quote) {
      const carriageAt = bytes.indexOf(carriage, from);
      if (carriageAt !== -1 && carriageAt < at) wrong();
      return at + 1;
    }
  }
  return -1;
}

const isDigit = (sign: number | undefined): boolean => sign !== undefined && sign >= 48 && sign <= 57;

function isOf(shape: Shape, bytes: Buffer, from: number, end: number): boolean {
  switch (shape) {
    case 'whole':
    case 'short':
      return isNumber(bytes, from, end, shape === 'short');
    case 'double':
      return isNumber(bytes, from, end, true, 40);
    case 'date':
      return end - from === 10 && isDay(bytes, from);
    case 'timestamp':
      return isMoment(bytes, from, end);
    case 'boolean': {
      const word = bytes.toString('latin1', from, end);
      return word === 'true' || word === 'false';
    }
    case 'text':
      return true;
  }
}

function isNumber(bytes: Buffer, from: number, end: number, withPoint: boolean, most = withPoint ? 15 : 18): boolean {
  let at = bytes[from] === minus ? from + 1 : from;
  let digits = 0;
  let points = 0;
  if (!isDigit(bytes[at]) || !isDigit(bytes[end - 1])) return false;
  for (; at < end; at += 1) {
    if (isDigit(bytes[at])) digits += 1;
    else if (bytes[at] === point && withPoint) points += 1;
    else return false;
  }
  return digits <= most && points <= 1;
}

function isDay(bytes: Buffer, from: number): boolean {
  for (let n = 0; n < 10; n += 1)
    if (n === 4 || n === 7 ? bytes[from + n] !== minus : !isDigit(bytes[from + n])) return false;
  return true;
}

function isMoment(bytes: Buffer, from: number, end: number): boolean {
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d{1,6})?$/.test(bytes.toString('latin1', from, end));
}

/** The shape of each column for a table that has these; undefined where a value could become something else there. */
export function shapesOf(columns: readonly DataColumn[], target: readonly DataColumn[]): Shape[] | undefined {
  const into = new Map(target.map(({ name, native }) => [name, native?.replace(/\(.*?\)/, '')]));
  const shapes = columns.map(({ name, type }) => taken[`${type} ${into.get(name)}`]);
  return shapes.every((shape) => shape !== undefined) ? shapes : undefined;
}

const taken: Record<string, Shape | undefined> = {
  'text text': 'text',
  'text character varying': 'text',
  'integer smallint': 'whole',
  'integer integer': 'whole',
  'integer bigint': 'whole',
  'integer numeric': 'whole',
  'double numeric': 'short',
  'double double precision': 'double',
  'boolean boolean': 'boolean',
  'date date': 'date',
  'timestamp timestamp without time zone': 'timestamp',
};
