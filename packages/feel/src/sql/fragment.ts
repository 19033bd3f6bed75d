import type { CallNode, Node } from '../ast.ts';
import type { ResolvedCall } from '../check-call.ts';
import type { FeelType } from '../types.ts';
import type { Val } from '../values.ts';

/** An SQL expression with what is known of its value. */
export interface Sql {
  readonly text: string;
  readonly type: FeelType;
  /** May it be null? */
  readonly nullable: boolean;
  /** A column or a parameter: nothing is lost when it is written twice. */
  readonly cheap: boolean;
  /** Most digits of a number before and behind the point; a number without them has 34 at most, anywhere. */
  readonly digits?: Digits;
  readonly clock?: Clock;
  /** A duration that may be finer than PostgreSQL's microseconds. */
  readonly fine?: boolean;
}

/** The clock a moment is told by: `none` hangs nowhere, `run` is the zone of the run, `own` one that came with the value. */
export type Clock = 'none' | 'run' | 'own';

export interface Digits {
  readonly whole: number;
  readonly scale: number;
}

/** A list as something to select from: rows of a value `v` and its position `i`. */
export interface SqlList {
  /** Ends with `as alias(v, i)`. */
  readonly from: string;
  readonly alias: string;
  /** When the list itself is null, as a condition. */
  readonly absent: string | null;
  /** The element as an expression over `alias.v`. */
  readonly read: (alias: string) => Sql;
}

/** What the parts of the compiler share. */
export interface Writer {
  emit(node: Node): Sql;
  /** Of a condition that only counts when it is true: null and false are the same. */
  truth(node: Node): string;
  list(node: Node): SqlList;
  listOf(items: readonly Sql[], at: Node): SqlList;
  isList(node: Node): boolean;
  /** What it yields when it reads nothing; undefined when it does. */
  fold(node: Node): Val | undefined;
  literal(value: Val, at: Node): Sql;
  alias(): string;
  /** The zone of the run as an SQL expression. */
  zone(at: Node): string;
  /** The moment of the run, a timestamptz. */
  now(): string;
  refuse(at: Node, part: string): never;
  readonly calls: ReadonlyMap<Node, ResolvedCall>;
  /** Binds a local variable for the parts that are written after. */
  bind(owner: object, value: Sql): void;
}

/** Arguments in the order of the signature; one that was left out is undefined. */
export type Call = (writer: Writer, args: readonly (Node | undefined)[], node: CallNode) => Sql;

export const PRECISION = 34;

const sqlTypes: Partial<Record<FeelType['kind'], string>> = {
  number: 'numeric',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  daysDuration: 'numeric',
  monthsDuration: 'numeric',
  context: 'jsonb',
  list: 'jsonb',
  null: 'text',
};

export const sqlType = ({ type, clock }: Pick<Sql, 'type' | 'clock'>): string =>
  type.kind === 'dateTime' ? (clock === 'none' ? 'timestamp' : 'timestamptz') : (sqlTypes[type.kind] ?? 'text');

export const nothing: Sql = { text: 'null', type: { kind: 'null' }, nullable: true, cheap: true };

export const nothingOf = (type: FeelType): Sql => ({ ...nothing, text: `null::${sqlType({ type })}`, type });

/** An expression that is null when one of those it is made from is, and may be null otherwise too when `nullable` says so. */
export const made = (type: FeelType, text: string, from: readonly Sql[], nullable = false): Sql => ({
  text,
  type,
  nullable: nullable || from.some((part) => part.nullable),
  cheap: false,
});

export const isNothing = ({ type }: Sql): boolean => type.kind === 'null';

/** Puts a number into 34 digits unless it cannot have more. */
export function fitted(text: string, from: readonly Sql[], digits?: Digits): Sql {
  const small = digits && digits.whole + digits.scale <= PRECISION;
  return { ...made({ kind: 'number' }, small ? text : `feel.fit(${text})`, from, !small), ...(small && { digits }) };
}

/** Evaluates once what is written more than once. */
export function once(writer: Writer, parts: readonly Sql[], use: (...parts: Sql[]) => string): string {
  const heavy = parts.filter(({ cheap }) => !cheap);
  if (heavy.length === 0) return use(...parts);
  const alias = writer.alias();
  const named = parts.map((part) =>
    part.cheap ? part : { ...part, text: `${alias}.c${heavy.indexOf(part)}`, cheap: true },
  );
  // without the offset the planner would write the expression in place of each name again
  return `(select ${use(...named)} from (select ${heavy.map(({ text }, i) => `${text} as c${i}`).join(', ')} offset 0) as ${alias})`;
}

/** One type for values that stand for each other; null when there is none. */
export function common(parts: readonly Sql[]): Pick<Sql, 'type' | 'digits' | 'clock' | 'fine'> | null {
  const known = parts.filter((part) => !isNothing(part));
  const [first] = known;
  if (!first) return { type: { kind: 'null' } };
  if (known.some(({ type, clock }) => type.kind !== first.type.kind || clock !== first.clock)) return null;
  const bounds = known.map(({ digits }) => digits);
  const digits = bounds.every((one) => one !== undefined)
    ? { whole: Math.max(...bounds.map(({ whole }) => whole)), scale: Math.max(...bounds.map(({ scale }) => scale)) }
    : undefined;
  return {
    type: first.type,
    ...(digits && digits.whole + digits.scale <= PRECISION && { digits }),
    ...(first.clock && { clock: first.clock }),
    ...(known.some(({ fine }) => fine) && { fine: true }),
  };
}
