import type { Node } from './ast.ts';
import { check } from './check.ts';
import type { Problem } from './problems.ts';
import type { Digits } from './sql/fragment.ts';
import { toJson } from './sql/lists.ts';
import { newWriter, numbered, Refusal } from './sql/writer.ts';
import { boolean, type FeelType } from './types.ts';

export interface SqlColumn {
  /** An SQL expression as the host writes it, such as `r."f_total_n"`: never a text that people made. */
  readonly sql: string;
  /** Contexts and lists stand in jsonb. */
  readonly type: FeelType;
  /** Most digits before and behind the point; without them every number is rounded to 34 digits as it is read. */
  readonly digits?: Digits;
  /** A date and time is `timestamptz`, told by the clocks of the run's zone, unless it is a `timestamp` that hangs nowhere; a list may be an `array` column. */
  readonly stored?: 'timestamp' | 'array';
}

export interface SqlOptions {
  /** The number of the first parameter. */
  readonly first?: number;
  /** The zone of the run, as `Asia/Shanghai`. Without it nothing can be said that depends on clocks. */
  readonly zone?: string;
  /** Milliseconds since 1970; without it the beginning of the transaction. */
  readonly now?: number;
  /** As the condition of a `where`: false in place of null, so that indexes serve. */
  readonly condition?: boolean;
}

export interface SqlExpression {
  readonly ok: true;
  readonly text: string;
  readonly values: readonly string[];
  /** A days duration comes as a number of nanoseconds, a months duration as one of months, a list as an array in jsonb. */
  readonly type: FeelType;
}

export interface NotInSql {
  readonly ok: false;
  /** What is wrong, or `feel.not_in_sql` at the part that PostgreSQL cannot answer as the language does. */
  readonly problems: readonly Problem[];
}

/**
 * The expression as one of PostgreSQL with the same answers, by the functions of the schema `feel`. What only runs in JavaScript is refused
 * with its place: patterns, functions as values, logarithms, moments with a zone of their own.
 */
export function toSql(
  ast: Node,
  columns: Readonly<Record<string, SqlColumn>>,
  options: SqlOptions = {},
): SqlExpression | NotInSql {
  const checked = check(ast, Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type])));
  if (checked.problems.length > 0) return { ok: false, problems: checked.problems };
  const values: string[] = [];
  const writer = newWriter(checked, columns, values, options);
  try {
    const condition = options.condition && checked.type.kind === 'boolean';
    const { text, type } = writer.isList(ast)
      ? toJson(writer, writer.list(ast), ast)
      : condition
        ? { text: writer.truth(ast), type: boolean }
        : writer.emit(ast);
    return { ok: true, type, ...numbered(text, values, options.first ?? 1) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problems: [error.problem] };
    throw error;
  }
}
