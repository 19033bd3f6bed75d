import type { SetParameter } from '@formwork/contract/analytics/dataset.ts';
import type { Dialect } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { nationalText, textQuoted } from '../../etl/public.ts';

/** The statement with its parameters as values; what stands in texts, names and comments is left alone. */
export function withParameters(
  sql: string,
  parameters: readonly SetParameter[],
  { dialect, today }: { dialect: Dialect | undefined; today: string },
): string {
  const values = new Map(parameters.map((one) => [one.name.toLowerCase(), literalOf(one, dialect, today)]));
  const escapes = hasEscapes(dialect);
  let made = '';
  for (let at = 0; at < sql.length;) {
    const rest = sql.slice(at);
    const passed = skipped(rest, escapes);
    if (passed !== undefined) {
      made += passed;
      at += passed.length;
      continue;
    }
    const [whole, name] = /^:([a-z_][a-z0-9_]*)/i.exec(rest) ?? [];
    if (whole === undefined || name === undefined) {
      made += rest[0]!;
      at += 1;
      continue;
    }
    const value = values.get(name.toLowerCase());
    if (value === undefined) throw new AppError('analytics.set.no_parameter', { name });
    made += value;
    at += whole.length;
  }
  return made;
}

/** Whether a day that a statement is set to is another than it was on `then`. */
export function haveMovedOn(parameters: readonly SetParameter[], then: string, today: string): boolean {
  return parameters.some(
    ({ kind, moment }) => kind === 'date' && moment !== null && dayOf(moment, then) !== dayOf(moment, today),
  );
}

/** Whether a backslash within a text means something. */
const hasEscapes = (dialect: Dialect | undefined): boolean => dialect === 'mysql' || dialect === 'clickhouse';

/** A text, a quoted name, a comment, a cast: whatever stands at the beginning and is no parameter. */
function skipped(rest: string, escapes: boolean): string | undefined {
  if (rest.startsWith('::')) return '::';
  if (rest.startsWith('--')) return /^--[^\n]*/.exec(rest)![0];
  if (escapes && rest.startsWith('#')) return /^#[^\n]*/.exec(rest)![0];
  if (rest.startsWith('/*')) return commentOf(rest);
  const sign = rest[0];
  if (sign === "'" || sign === '"' || sign === '`') return quotedPart(rest, sign, escapes);
  const dollar = /^\$([a-z_]\w*)?\$/i.exec(rest)?.[0];
  if (dollar !== undefined) {
    const end = rest.indexOf(dollar, dollar.length);
    return end === -1 ? rest : rest.slice(0, end + dollar.length);
  }
  // a colon right behind a word or a number begins no parameter: `a[1:n]`, `a::date`
  return /^[\w\]]+:{0,2}/.exec(rest)?.[0];
}

function commentOf(rest: string): string {
  const end = rest.indexOf('*/', 2);
  return end === -1 ? rest : rest.slice(0, end + 2);
}

function quotedPart(rest: string, sign: string, escapes: boolean): string {
  for (let at = 1; at < rest.length; at += 1) {
    if (escapes && rest[at] === '\\') at += 1;
    else if (rest[at] === sign) {
      if (rest[at + 1] !== sign) return rest.slice(0, at + 1);
      at += 1;
    }
  }
  return rest;
}

function literalOf({ name, kind, value, moment }: SetParameter, dialect: Dialect | undefined, today: string): string {
  if (kind === 'number') {
    if (!/^-?\d{1,30}(\.\d{1,30})?$/.test(value.trim())) throw new AppError('analytics.set.bad_parameter', { name });
    return value.trim();
  }
  if (kind === 'date') {
    const day = moment ? dayOf(moment, today) : value.trim();
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new AppError('analytics.set.bad_parameter', { name });
    // two of them have no such literal; the plain date of ClickHouse begins with 1970
    if (dialect === 'clickhouse') return `toDate32('${day}')`;
    return dialect === 'sqlserver' ? `cast('${day}' as date)` : `date '${day}'`;
  }
  const text = value.replaceAll('\0', '');
  if (dialect === 'sqlserver') return nationalText(text);
  return textQuoted(hasEscapes(dialect) ? text.replaceAll('\\', '\\\\') : text);
}

function dayOf(moment: NonNullable<SetParameter['moment']>, today: string): string {
  const [year = '', month = ''] = today.split('-');
  const quarter = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0');
  return {
    today,
    monthStart: `${year}-${month}-01`,
    quarterStart: `${year}-${quarter}-01`,
    yearStart: `${year}-01-01`,
  }[moment];
}
