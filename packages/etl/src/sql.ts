import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';

/** A name or a text in SQL, whatever stands in it. */
export function quoted(text: string, sign: '"' | "'" = '"'): string {
  return sign + text.replaceAll('\0', '').replaceAll(sign, sign + sign) + sign;
}

export const literal = (text: string): string => quoted(text, "'");

/** A text where a backslash means something within it, as in ClickHouse. */
export const escapedText = (text: string): string =>
  `'${text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const types: Record<ValueType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  decimal: 'DECIMAL(38,10)',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  uuid: 'UUID',
  json: 'JSON',
  bytes: 'BLOB',
  list: 'JSON',
};

/** The engine's type of a column. */
export function sqlType({ type, precision, scale }: Pick<DataColumn, 'type' | 'precision' | 'scale'>): string {
  return type === 'decimal' && precision !== undefined && precision <= 38
    ? `DECIMAL(${precision},${scale ?? 0})`
    : types[type];
}

/**
 * A text as a value of the engine's type `to`. Of more than 18 digits the engine takes a hundred times as long for a number as of fewer:
 * most numbers have no more, and come out the same.
 */
export function castText(text: string, to: string, how: 'cast' | 'try_cast' = 'try_cast'): string {
  const whole = `${how}(${text} as ${to})`;
  const [, digits = 0, scale = 0] = /^DECIMAL\((\d+),(\d+)\)$/.exec(to)?.map(Number) ?? [];
  if (digits <= quickDigits || scale > quickDigits - 4) return whole;
  return `coalesce(try_cast(${text} as DECIMAL(${quickDigits},${scale}))::${to}, ${whole})`;
}

const quickDigits = 18;

/**
 * Whether a text a person wrote is an expression and nothing more: brackets that close, no second statement, no comment that would hide
 * what stands behind it. What it means is judged by the engine.
 */
export function isOneExpression(text: string): boolean {
  const plain = text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, 'x');
  if (plain.trim() === '' || /['";]|--|\/\*|\$\$/.test(plain)) return false;
  let depth = 0;
  for (const sign of plain) {
    if (sign === '(') depth += 1;
    else if (sign === ')' && --depth < 0) return false;
  }
  // a comma outside of brackets would be a second column
  return depth === 0 && !/,/.test(withoutBrackets(plain));
}

function withoutBrackets(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, 'x');
  }
  return rest;
}
