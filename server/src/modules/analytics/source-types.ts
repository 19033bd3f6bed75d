import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import type { chartGroups, ChartAnswer } from '../records/public.ts';

export type Question = Parameters<typeof chartGroups>[1];
export type SourceAnswer = ChartAnswer & Pick<ChartResult, 'readAt' | 'unread'>;

/** What charts are drawn of, as one person sees it. */
export interface Source {
  title: Text;
  /** Those that are theirs. */
  fields: readonly Field[];
  answer(question: Question): Promise<SourceAnswer>;
  /** Single rows may leave the product: `taken` in a file of their own, `shown` to visitors. */
  mayGiveRows(how: 'taken' | 'shown'): Promise<boolean>;
}

/** What data sets read that are of charts, forms and other data sets: with the sight of the caller. */
export interface Readings {
  /** `most`: of single rows, where not so many as a chart draws. */
  chart(ctx: Ctx, chart: ChartDefinition, most?: number): Promise<ChartResult>;
  source(ctx: Ctx, id: string): Promise<Source>;
}
