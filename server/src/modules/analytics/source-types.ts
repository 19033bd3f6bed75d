import type { NumberFormat } from '@formwork/contract/analytics/chart.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { SeenHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import type { EngineSession } from '../../platform/engine/port.ts';
import type { chartGroups, ChartAnswer } from '../records/public.ts';

type RecordsQuestion = Parameters<typeof chartGroups>[1];
export interface Question extends RecordsQuestion {
  /** `level`: of names of departments in data sets. */
  keys: readonly (RecordsQuestion['keys'][number] & { level?: number | undefined })[];
}
export interface SourceAnswer extends ChartAnswer, Pick<ChartResult, 'readAt' | 'unread'> {
  columns: (ChartAnswer['columns'][number] & {
    /** How numbers of the field read, where its source says so. */
    format?: NumberFormat | undefined;
  })[];
}

/** What charts are drawn of, as one person sees it. */
export interface Source {
  title: Text;
  /** Those that are theirs. */
  fields: readonly Field[];
  /** As far as they are theirs. */
  hierarchies: readonly SeenHierarchy[];
  answer(question: Question): Promise<SourceAnswer>;
  /** All rows of fields that are theirs; left out where they pass through memory. */
  rows?(fields: readonly string[]): Promise<SourceRows>;
  /** Single rows may leave the product: `taken` in a file of their own, `shown` to visitors. */
  mayGiveRows(how: 'taken' | 'shown'): Promise<boolean>;
}

/** What is compared by who or what it is, not by what it reads. */
export const idKinds: ReadonlySet<string> = new Set(['people', 'departments', 'posts', 'roles', 'records']);

/** Rows on their way into the engine. */
export interface SourceRows extends Pick<ChartResult, 'readAt' | 'unread'> {
  /** The same rows have the same. */
  key: string;
  /** In the order of the fields; `ids`: beside what is shown comes the id behind it. */
  columns: { type: ValueType; ids: boolean }[];
  /** Into a new table with the names given, and after them those of the ids. */
  fill(session: EngineSession, table: string, names: readonly string[], ids: readonly string[]): Promise<void>;
}

/** What data sets read that are of charts, forms and other data sets: with the sight of the caller. */
export interface Readings {
  /** `most`: of single rows, where not so many as a chart draws. */
  chart(ctx: Ctx, chart: ChartDefinition, most?: number): Promise<ChartResult>;
  source(ctx: Ctx, id: string): Promise<Source>;
}
