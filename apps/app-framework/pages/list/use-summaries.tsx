import type { Field } from '@formwork/contract/forms/field.ts';
import type { MeasureName } from '@formwork/contract/views/pivot.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePivot } from '@formwork/web/views/use-pivot.ts';
import { useMemo, type ReactNode } from 'react';
import { viewQuery, type ListView } from '../../paths.ts';
import { summaryText } from './summary-text.ts';
import { measuresFor } from './use-grouped-rows.tsx';

/** What stands below each column, over all records of the filter; undefined while no column asks for any. */
export function useSummaries(formId: string, view: ListView, summaries: Readonly<Record<string, MeasureName>> | undefined, fields: ReadonlyMap<string, Field>): ((column: string) => ReactNode) | undefined {
  const t = useT();
  const locale = useLocale();
  const { filter, search } = viewQuery(view);
  const measures = useMemo(() => measuresFor(summaries), [summaries]);
  const pivot = usePivot(formId, { filter, search, measures }, { enabled: measures.length > 0 });
  if (measures.length === 0) return undefined;
  const whole = pivot.data?.groups[0];
  return (column) => {
    const at = Object.keys(summaries ?? {}).indexOf(column);
    const measure = measures[at];
    return measure && <span>{t(`views.measure.${measure.fn}`)} <b>{whole ? summaryText(measure, fields.get(column), measure.fn === 'count' ? String(whole.count) : (whole.values[at] ?? null), locale) : '…'}</b></span>;
  };
}
