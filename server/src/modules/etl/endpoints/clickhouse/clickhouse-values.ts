import { isIPv4, isIPv6 } from 'node:net';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { plainType } from './clickhouse-types.ts';
import { isDay, momentOf } from '../moments.ts';

/** A value that its column does not take: ClickHouse itself would take most of them for others without a word. */
export class NoValue extends Error {}

/** How values become what a column of the target reads, as it stands in lines parted by tabs. */
export function writerFor(to: DataColumn): (value: string | null) => string {
  const native = to.native ?? '';
  const { plain, nullable } = plainType(native);
  const write = writing(plain);
  return (value) => {
    if (value === null) {
      if (nullable) return '\\N';
      throw new NoValue('it may not be nothing');
    }
    const text = write(value);
    if (text === undefined) throw new NoValue(`not a value of ${native}`);
    return escaped(text);
  };
}

type Writing = (value: string) => string | undefined;

function writing(plain: string): Writing {
  const [head = '', inner = ''] = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(plain)?.slice(1) ?? [];
  const [, unsigned, bits] = /^(U?)Int(\d+)$/.exec(head) ?? [];
  if (bits !== undefined) return integers(unsigned === 'U', BigInt(bits));
  if (/^Enum(8|16)$/.test(head)) {
    const names = new Set(
      [...inner.matchAll(/'((?:[^'\\]|\\.)*)'\s*=/g)].map(([, name]) => name!.replaceAll(/\\(.)/g, '$1')),
    );
    return (value) => (names.has(value) ? value : undefined);
  }
  switch (head) {
    case 'Decimal':
      return decimals(...(inner.split(',').map(Number) as [number, number]));
    case 'Float32':
    case 'Float64':
      return (value) => (value.trim() === '' || Number.isNaN(Number(value)) ? odd[value.toLowerCase()] : value);
    case 'Bool':
      return (value) => (truths.has(value) ? 'true' : falsehoods.has(value) ? 'false' : undefined);
    case 'Date':
      return days('1970-01-01', '2105-12-31');
    case 'Date32':
      return days('1900-01-01', '2299-12-31');
    case 'DateTime':
      return moments('1970-01-01', '2105-12-31', 0);
    case 'DateTime64':
      return moments('1900-01-01', '2262-04-10', Number(inner.split(',')[0]));
    case 'UUID':
      return (value) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined);
    case 'FixedString':
      return (value) => (Buffer.byteLength(value) <= Number(inner) ? value : undefined);
    case 'IPv4':
      return (value) => (isIPv4(value) ? value : undefined);
    case 'IPv6':
      return (value) => (isIPv6(value) || isIPv4(value) ? value : undefined);
    case 'Array':
      return (value) => listOf(value);
    default:
      return (value) => value;
  }
}

const odd: Record<string, string> = { nan: 'nan', infinity: 'inf', '-infinity': '-inf', inf: 'inf', '-inf': '-inf' };
const truths = new Set(['true', 't', '1']);
const falsehoods = new Set(['false', 'f', '0']);

/** Beyond their bits they would come out as other numbers. */
function integers(unsigned: boolean, bits: bigint): Writing {
  const most = 2n ** (unsigned ? bits : bits - 1n) - 1n;
  const least = unsigned ? 0n : -most - 1n;
  return (value) => {
    if (value === 'true' || value === 't') return '1';
    if (value === 'false' || value === 'f') return '0';
    if (!/^[+-]?\d{1,80}$/.test(value)) return undefined;
    const number = BigInt(value.replace('+', ''));
    return number < least || number > most ? undefined : String(number);
  };
}

/** Digits behind the last that has a place are rounded away. */
function decimals(precision: number, scale: number): Writing {
  const most = 10n ** BigInt(precision);
  return (value) => {
    const [, sign, whole = '', part = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(value) ?? [];
    if (sign === undefined || whole + part === '') return undefined;
    let digits = BigInt(whole + part.slice(0, scale).padEnd(scale, '0'));
    if ((part[scale] ?? '0') >= '5') digits += 1n;
    if (digits >= most) return undefined;
    const text = String(digits).padStart(scale + 1, '0');
    const shown = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
    return sign === '-' && digits !== 0n ? `-${shown}` : shown;
  };
}

function days(first: string, last: string): Writing {
  return (value) => {
    const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
    if (day === undefined || !/^(?:[T ]00:00:00(?:\.0+)?(?:Z|[+-]00(?::?00)?)?)?$/.test(value.slice(10)))
      return undefined;
    return isDay(day) && day >= first && day <= last ? day : undefined;
  };
}

/** As clocks in UTC show them, with so many digits of a second. */
function moments(first: string, last: string, digits: number): Writing {
  return (value) => {
    const at = momentOf(value);
    if (!at || at.day < first || at.day > last) return undefined;
    const fraction = at.fraction.slice(0, digits);
    return `${at.day} ${at.clock}${fraction === '' ? '' : `.${fraction}`}`;
  };
}

/** A list as ClickHouse writes it; numbers keep all of their digits. */
function listOf(json: string): string | undefined {
  try {
    const list: unknown = JSON.parse(json, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? { digits: context?.source ?? String(value) } : value,
    );
    return Array.isArray(list) ? literalOf(list) : undefined;
  } catch {
    return undefined;
  }
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `[${value.map(literalOf).join(',')}]`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'object' && 'digits' in value) return String(value.digits);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const signs: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

function escaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- the sign of no text at all is one of them
  return /[\\\t\n\r\0]/.test(text) ? text.replaceAll(/[\\\t\n\r\0]/g, (sign) => signs[sign]!) : text;
}
