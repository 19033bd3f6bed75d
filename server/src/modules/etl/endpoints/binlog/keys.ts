import { decimalBytes } from './rows.ts';

/** A column of a primary key: how its bytes in the log are read. */
export interface KeyColumn {
  name: string;
  /** Among all columns of the table. */
  place: number;
  type: KeyType;
  unsigned: boolean;
  /** Of a text; empty of bytes. */
  charset: string;
  /** Of bytes that are always so many: the log leaves zeros at their end out. */
  octets: number;
  /** Digits of a decimal, or of a part of a second. */
  precision: number;
  scale: number;
  /** What a choice may be. */
  choices: readonly string[];
}

/** As `information_schema` calls them. */
export const keyTypes = [
  'tinyint',
  'smallint',
  'mediumint',
  'int',
  'bigint',
  'year',
  'decimal',
  'char',
  'varchar',
  'binary',
  'varbinary',
  'enum',
  'date',
  'datetime',
  'timestamp',
  'time',
] as const;
export type KeyType = (typeof keyTypes)[number];

/** Text as rows carry it, and as a statement asks for it. */
export interface KeyValue {
  text: string | null;
  sql: string;
}

export function keyValue(column: KeyColumn, bytes: Buffer): KeyValue {
  const { type, unsigned, precision, scale, charset, octets, choices } = column;
  switch (type) {
    case 'bigint': {
      const text = String(unsigned ? bytes.readBigUInt64LE() : bytes.readBigInt64LE());
      return { text, sql: text };
    }
    case 'tinyint':
    case 'smallint':
    case 'mediumint':
    case 'int': {
      const text = String(unsigned ? bytes.readUIntLE(0, bytes.length) : bytes.readIntLE(0, bytes.length));
      return { text, sql: text };
    }
    case 'year': {
      const text = bytes[0] === 0 ? '0000' : String(1900 + bytes[0]!);
      return { text, sql: text };
    }
    case 'decimal': {
      const text = decimalText(bytes, precision, scale);
      return { text, sql: text };
    }
    case 'char':
    case 'varchar':
      return { text: decoderOf(charset)!.decode(bytes), sql: `_${charset} X'${bytes.toString('hex')}'` };
    case 'binary':
    case 'varbinary': {
      const whole = type === 'binary' ? Buffer.concat([bytes], octets) : bytes;
      return { text: `\\x${whole.toString('hex')}`, sql: `X'${whole.toString('hex')}'` };
    }
    case 'enum': {
      const text = choices[bytes.readUIntLE(0, bytes.length) - 1] ?? '';
      return { text, sql: `_utf8mb4 X'${Buffer.from(text).toString('hex')}'` };
    }
    case 'date': {
      const packed = bytes.readUIntLE(0, 3);
      return moment(dayText(packed >> 9, (packed >> 5) & 15, packed & 31));
    }
    case 'datetime': {
      const packed = bytes.readUIntBE(0, 5) - 0x8000000000;
      const days = Math.floor(packed / 0x20000);
      const months = days >> 5;
      const day = dayText(Math.floor(months / 13), months % 13, days & 31);
      return moment(`${day} ${clockText(packed % 0x20000)}${fraction(bytes.subarray(5), scale)}`);
    }
    case 'timestamp': {
      const seconds = bytes.readUInt32BE();
      if (seconds === 0) return moment('0000-00-00');
      const text = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
      return moment(`${text}${fraction(bytes.subarray(4), scale)}`);
    }
    case 'time':
      return moment(timeText(bytes, scale));
  }
}

/** Whether two values are one: who writes numbers fills them up with noughts at times. */
export function plainKey({ type }: KeyColumn, text: string | null): string | null {
  return text !== null && type.endsWith('int') ? String(BigInt(text)) : text;
}

/** What reads texts of a character set; undefined where nobody does. */
export function decoderOf(charset: string): TextDecoder | undefined {
  const label = decoders[charset];
  // a sign that stands for the order of bytes is part of the text
  return label === undefined ? undefined : new TextDecoder(label, { ignoreBOM: true });
}

const decoders: Record<string, string> = {
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  utf8: 'utf-8',
  ascii: 'utf-8',
  latin1: 'windows-1252',
  latin2: 'iso-8859-2',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gb18030',
  big5: 'big5',
  ucs2: 'utf-16be',
  utf16: 'utf-16be',
  utf16le: 'utf-16le',
  ujis: 'euc-jp',
  euckr: 'euc-kr',
};

/** A day that is none is nothing anywhere else. */
const moment = (text: string): KeyValue => ({ text: text.startsWith('0000-00-00') ? null : text, sql: `'${text}'` });

const two = (n: number): string => String(n).padStart(2, '0');
const dayText = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
const clockText = (packed: number): string => `${two(packed >> 12)}:${two((packed >> 6) & 63)}:${two(packed & 63)}`;

/** Parts of a second: hundredths, ten thousandths or millionths, cut to as many digits as the column has. */
function fraction(bytes: Buffer, digits: number): string {
  if (digits === 0) return '';
  const value = bytes.readUIntBE(0, bytes.length);
  return `.${String(value)
    .padStart(bytes.length * 2, '0')
    .slice(0, digits)}`;
}

function timeText(bytes: Buffer, digits: number): string {
  const parts = bytes.length - 3;
  const value = bytes.readUIntBE(0, bytes.length) - 0x800000 * 2 ** (8 * parts);
  const size = Math.abs(value);
  const clock = Math.floor(size / 2 ** (8 * parts));
  const rest = Buffer.alloc(parts);
  if (parts > 0) rest.writeUIntBE(size % 2 ** (8 * parts), 0, parts);
  return `${value < 0 ? '-' : ''}${clockText(clock)}${fraction(rest, digits)}`;
}

/** Nine digits go into four bytes; the first bit is set where the number is not below nought, else all are the other way round. */
function decimalText(bytes: Buffer, precision: number, scale: number): string {
  const own = Buffer.from(bytes.subarray(0, decimalBytes(precision, scale)));
  const negative = (own[0]! & 0x80) === 0;
  own[0]! ^= 0x80;
  if (negative) for (const [at, byte] of own.entries()) own[at] = byte ^ 0xff;
  let at = 0;
  const take = (digits: number): string => {
    const size = bytesOf(digits);
    const value = size === 0 ? 0 : own.readUIntBE(at, size);
    at += size;
    return digits === 0 ? '' : String(value).padStart(digits, '0');
  };
  const whole = precision - scale;
  const before = take(whole % 9) + nines(whole, take);
  const after = nines(scale, take) + take(scale % 9);
  const plain = before.replace(/^0+(?=\d)/, '') || '0';
  return `${negative ? '-' : ''}${plain}${scale > 0 ? `.${after}` : ''}`;
}

const nines = (digits: number, take: (digits: number) => string): string =>
  Array.from({ length: Math.floor(digits / 9) }, () => take(9)).join('');
const bytesOf = (digits: number): number => decimalBytes(digits, 0);
