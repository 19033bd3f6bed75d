import type { Field } from '@formwork/contract/forms/field.ts';
import type { MeasureName } from '@formwork/contract/views/pivot.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { measuresOf } from '@formwork/records-ui/views/PivotFields.tsx';
import { usePivot } from '@formwork/records-ui/views/use-pivot.ts';
import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { viewQuery, type ListView } from '../../paths.ts';
import { summaryText } from './summary-text.ts';
import { measuresFor } from './use-grouped-rows.tsx';

type Summaries = Readonly<Record<string, MeasureName>>;

interface Given {
  formId: string;
  view: ListView;
  summaries: Summaries | undefined;
  fields: ReadonlyMap<string, Field>;
  onSummaries: (summaries: Summaries) => void;
  /** Stands below the first column as long as nobody asks for a measure there. */
  total: { column: string | undefined; text: string | undefined };
}

/** The foot of the list: how many there are, and below each other column the measure that was asked for, over all records of the filter. Nothing is summed unasked: there may be a million rows. */
export function useSummaries(given: Given): (column: { id: string }) => ReactNode {
  const { formId, view, summaries, fields, total } = given;
  const t = useT();
  const locale = useLocale();
  const { filter, search } = viewQuery(view);
  const measures = useMemo(() => measuresFor(summaries), [summaries]);
  const pivot = usePivot(formId, { filter, search, measures }, { enabled: measures.length > 0 });
  const whole = pivot.data?.groups[0];
  const latest = useRef(given);
  latest.current = given;
  const choose = useCallback((column: string, fn: MeasureName | undefined) => {
    const { [column]: _before, ...others } = latest.current.summaries ?? {};
    latest.current.onSummaries(fn === undefined ? others : { ...others, [column]: fn });
  }, []);
  const { column: totalColumn, text: totalWords } = total;
  return useCallback(
    ({ id }) => {
      const at = Object.keys(summaries ?? {}).indexOf(id);
      const measure = measures[at];
      const field = fields.get(id);
      if (!measure && id === totalColumn) return <span role="status">{totalWords}</span>;
      const offered = measuresOf(field);
      const figure = (fn: MeasureName) =>
        whole && measure
          ? summaryText(measure, field, fn === 'count' ? String(whole.count) : (whole.values[at] ?? null), locale)
          : '…';
      return (
        <MenuButton
          className="fw-list-sum"
          data-none={measure ? undefined : ''}
          label={t('views.column.summary')}
          items={() => [
            { heading: t('views.column.summary') },
            {
              id: 'none',
              title: t('views.column.no_summary'),
              checked: measure === undefined,
              onSelect: () => choose(id, undefined),
            },
            ...offered.map((fn) => ({
              id: fn,
              title: t(`views.measure.${fn}`),
              checked: measure?.fn === fn,
              onSelect: () => choose(id, fn),
            })),
          ]}
        >
          {measure ? (
            <>
              {t(`views.measure.${measure.fn}`)} <b>{figure(measure.fn)}</b>
            </>
          ) : (
            t('views.column.summary')
          )}
        </MenuButton>
      );
    },
    [summaries, measures, fields, whole, locale, t, choose, totalColumn, totalWords],
  );
}
