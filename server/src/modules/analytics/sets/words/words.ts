import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { DateStep } from '@formwork/contract/views/pivot.ts';
import type { Question } from '../../source-types.ts';

/** A field of the rows, as an engine has it. */
export interface SetColumn {
  kind: SetKind;
  sql: string;
  /** Of a moment: its local day, where that is kept beside it. */
  day?: string;
  /** Of a text: which of its few kinds it is, where that is kept beside it. */
  kindSql?: string;
  /** Of a number: what it is to an engine that has to be told. */
  as?: NumberAs;
}

export type NumberAs = { is: 'whole' } | { is: 'double' } | { is: 'decimal'; precision: number; scale: number };

/** How rows are told apart by a stretch of time: by a number that is quick to work out, and what it reads as once they are grouped. */
export interface DateKey {
  sql: string;
  shown(key: string): string;
}

export type Sign = '=' | '<' | '<=' | '>' | '>=' | 'is distinct from' | 'is not distinct from';
export type FigureName = Question['figures'][number]['fn'];

/** A figure's column in rows that are grouped: its name there, and what it is where it says something. */
export interface FigureColumn {
  name: string;
  filled: string;
  as?: NumberAs | undefined;
}

/**
 * What engines say in words of their own: a question is put together once (`set-sql.ts`, `set-condition.ts`), and each of them answers
 * it to the last digit as the other does.
 */
export interface SetWords {
  /**
   * When rows are grouped by what lies in them before what it means is worked out: where there are few such groups for certain, or where
   * totals are asked for besides, for each of which the engine would take all rows once more.
   */
  groupsTwice: 'few' | 'totals';
  text(value: string): string;
  /** Nothing, as a field of the kind. */
  nothing(kind: SetKind): string;
  /** What a value reads as. */
  shown(sql: string): string;
  /** The same, where what is read is held against a name: a number without zeros at its end. */
  reads(column: SetColumn): string;
  /** A moment as records have it. */
  moment(sql: string): string;
  filled(sql: string): string;
  numberKey(column: SetColumn): string;
  truthKey(sql: string): string;
  /** Yes as 1, no as 0. */
  truthNumber(sql: string): string;
  dayOf(moment: string, zone: string): string;
  dateKey(day: string, step: DateStep | undefined): DateKey;
  /** The middle of the stretch, so wide, that a number lies in. */
  within(column: SetColumn, width: string): string;
  /** What stands above a name; a name that nothing stands above stands for itself. `table`: a name that nothing else has. */
  above(sql: string, pairs: readonly [name: string, up: string][], table: string): { sql: string; join?: string };
  /** A figure as what it is, not as it reads. */
  figure(fn: FigureName, column: FigureColumn): string;
  /** Two values as one text. */
  pair(one: string, other: string): string;
  /** All columns of a table but these. */
  without(table: string, columns: readonly string[]): string;
  /** The figure held against a number, `sign value`; an average by its sum, so that no digit is lost. */
  limited(fn: FigureName, column: FigureColumn, limit: string): string;
  /** The rows, `(select ..., k0, k1 ...) r`, of those groups alone that keep to the limits. */
  kept(rows: string, keys: number, limits: readonly string[]): string;
  groupBy(sets: string, keys: number): string;
  /** What brings single rows as they lie. */
  asTheyLie: string;
  /** Behind every statement. */
  ending: string;
  /** A column held against a value, which reads as values of its kind do in the contract. */
  against(column: SetColumn, sign: Sign, value: string): string;
  oneOf(column: SetColumn, values: readonly string[]): string;
  notOneOf(column: SetColumn, values: readonly string[]): string;
  /** A text with the value in it, whatever its case. */
  like(sql: string, before: '' | '%', value: string, after: '' | '%'): string;
  isTrue(sql: string): string;
  isNotTrue(sql: string): string;
}
