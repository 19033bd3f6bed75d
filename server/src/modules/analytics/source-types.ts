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

/** The result of a chart, for data sets that are of one. */
export type ReadChart = (ctx: Ctx, chart: ChartDefinition) => Promise<ChartResult>;
