import {
  any,
  boolean,
  type ContextType,
  date,
  dateTime,
  daysDuration,
  type FeelType,
  functionOf,
  listOf,
  monthsDuration,
  nothing,
  number,
  openContext,
  rangeOf,
  string,
  time,
} from './types.ts';

/** Types that have a name of their own, as the item definitions of a decision model. */
export type NamedTypes = (name: string) => FeelType | undefined;

/** Reads a type as the standard writes it, `list<number>`; null when it is none. */
export function readType(text: string, named: NamedTypes = () => undefined): FeelType | null {
  const reader = { text, at: 0, named };
  const type = readOne(reader);
  space(reader);
  return reader.at === text.length ? type : null;
}

export interface SignatureParam {
  readonly name: string;
  readonly type: FeelType;
  readonly optional: boolean;
  /** May be null, where null otherwise makes the whole call null. */
  readonly nullable: boolean;
  /** The last parameter may be given any number of times. */
  readonly rest: boolean;
}

export interface Signature {
  readonly text: string;
  readonly params: readonly SignatureParam[];
  readonly result: FeelType;
}

/** Reads `(string: string, length?: number) -> string`; three dots behind a type let it repeat, a question mark lets it be null. */
export function readSignature(text: string): Signature {
  const reader: Reader = { text, at: 0, named: typeVariable };
  const params: SignatureParam[] = [];
  expect(reader, '(');
  while (!eat(reader, ')')) {
    const name = match(reader, /[^:?)]+/y)?.trim() ?? '';
    const optional = eat(reader, '?');
    expect(reader, ':');
    const type = readOne(reader);
    if (!type) throw new Error(`no type for ${name} in ${text}`);
    params.push({
      name,
      type,
      optional,
      nullable: type.kind === 'any' || type.kind === 'var' || eat(reader, '?'),
      rest: eat(reader, '...'),
    });
    eat(reader, ',');
  }
  expect(reader, '->');
  const result = readOne(reader);
  if (!result) throw new Error(`no result in ${text}`);
  return { text, params, result };
}

interface Reader {
  readonly text: string;
  readonly named: NamedTypes;
  at: number;
}

/** In signatures a single capital letter stands for any one type. */
const typeVariable: NamedTypes = (name) => (/^[A-Z]$/.test(name) ? { kind: 'var', name } : undefined);

const simple: Readonly<Record<string, FeelType>> = {
  number,
  string,
  boolean,
  date,
  time,
  Any: any,
  Null: nothing,
  context: openContext,
  list: listOf(any),
  function: functionOf([], any),
  range: rangeOf(any),
  'date time': dateTime,
  dateTime,
  'date and time': dateTime,
  'days and time duration': daysDuration,
  dayTimeDuration: daysDuration,
  'years and months duration': monthsDuration,
  yearMonthDuration: monthsDuration,
};

function readOne(reader: Reader): FeelType | null {
  const name = match(reader, /[\p{L}_][\p{L}\p{N}_. -]*?(?=\s*(?:[<>,():?]|->|\.\.\.|$))/uy)
    ?.trim()
    .replace(/\s+/g, ' ');
  if (name === undefined) return null;
  if ((name === 'list' || name === 'range') && eat(reader, '<')) {
    const item = readOne(reader);
    if (!item || !eat(reader, '>')) return null;
    return name === 'list' ? listOf(item) : rangeOf(item);
  }
  if (name === 'context' && eat(reader, '<')) return readContext(reader);
  if (name === 'function' && eat(reader, '<')) return readFunction(reader);
  return reader.named(name) ?? (Object.hasOwn(simple, name) ? simple[name]! : null);
}

function readContext(reader: Reader): ContextType | null {
  const fields: Record<string, FeelType> = {};
  do {
    const key = match(reader, /[^:>]+/y)?.trim();
    if (!key || !eat(reader, ':')) return null;
    const type = readOne(reader);
    if (!type) return null;
    fields[key] = type;
  } while (eat(reader, ','));
  return eat(reader, '>') ? { kind: 'context', fields } : null;
}

function readFunction(reader: Reader): FeelType | null {
  const params: FeelType[] = [];
  while (!eat(reader, '>')) {
    const param = readOne(reader);
    if (!param) return null;
    params.push(param);
    eat(reader, ',');
  }
  if (!eat(reader, '->')) return null;
  const result = readOne(reader);
  return result && functionOf(params, result);
}

const space = (reader: Reader): void => void match(reader, /\s*/y, false);

function match(reader: Reader, pattern: RegExp, skip = true): string | undefined {
  if (skip) space(reader);
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}

function eat(reader: Reader, sign: string): boolean {
  space(reader);
  if (!reader.text.startsWith(sign, reader.at)) return false;
  reader.at += sign.length;
  return true;
}

function expect(reader: Reader, sign: string): void {
  if (!eat(reader, sign)) throw new Error(`${sign} expected at ${reader.at} of ${reader.text}`);
}
