import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Figure } from '@formwork/etl/straight/straight.ts';
import { feelType } from '@formwork/etl/feel-sql.ts';
import { compile } from '@formwork/feel/compile.ts';
import { formatNumber, isNum, parseNumber } from '@formwork/feel/number.ts';
import { fromPlain, toPlain, toText, type Val } from '@formwork/feel/values.ts';

/** What is worked out of each row: expressions over the first columns. */
export interface RowWork {
  inputs: DataColumn[];
  figures: Figure[];
  zone: string;
  now: number;
}

export type WorkRow = (texts: readonly (string | null)[]) => (string | null)[];

/** Values as they travel in, what the expressions say of them as it travels out. */
export function rowWork({ inputs, figures, zone, now }: RowWork): WorkRow {
  const types = Object.fromEntries(inputs.map(({ name, type }) => [name, feelType(type)]));
  const made = figures.map(({ expression, type }) => {
    const compiled = compile(expression, { types });
    // judged before the task was released
    if (!compiled.ok) throw new Error(`no expression: ${expression}`);
    return { compiled, write: writerOf(type) };
  });
  const readers = inputs.map(({ type }) => readerOf(type, zone));
  const options = { now, zone };
  return (texts) => {
    const values = new Map<string, Val>();
    for (const [at, { name }] of inputs.entries()) {
      const text = texts[at] ?? null;
      values.set(name, text === null ? null : readers[at]!(text));
    }
    return made.map(({ compiled, write }) => {
      const { value } = compiled.runOn(values, options);
      return value === null ? null : write(value);
    });
  };
}

function readerOf(type: DataColumn['type'], zone: string): (text: string) => Val {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'double':
      return parseNumber;
    case 'text':
    case 'uuid':
      return (text) => text;
    case 'boolean':
      return (text) => text === 't' || text === 'true';
    case 'json':
    case 'list':
    case 'bytes':
      return (text) => fromPlain(parsed(text), { kind: 'any' }, zone);
    case 'timestamptz':
      // PostgreSQL leaves the minutes of an offset out where they are none
      return (text) => fromPlain(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'), feelType(type), zone);
    default:
      return (text) => fromPlain(text.replace(' ', 'T'), feelType(type), zone);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function writerOf(type: DataColumn['type']): (value: Exclude<Val, null>) => string | null {
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'double':
      return (value) => (isNum(value) ? formatNumber(value) : null);
    case 'text':
      return (value) => toText(value);
    case 'json':
    case 'list':
      return (value) => JSON.stringify(toPlain(value));
    default:
      return (value) => {
        const plain = toPlain(value);
        return plain === null ? null : String(plain);
      };
  }
}
