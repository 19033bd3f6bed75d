import { dateText } from '@formwork/contract/forms/values/dates.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import type { EditorProps, FieldUi } from '../field-ui.ts';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { Parts } from '../Parts.tsx';
import { FullText, ShownText } from '../ShownText.tsx';

export const dateRangeUi: FieldUi<'dateRange'> = {
  Editor: DateRangeEditor,
  Cell: ShownText,
  Detail: FullText,
  width: 210,
};

/** Two inputs of their own rather than one of two: they fit a phone and can be typed into one after the other. */
function DateRangeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'dateRange'>) {
  const t = useT();
  const { precision, earliest, latest } = field.config;
  const ends = endsIn(value);
  const change = (part: { start?: string | null; end?: string | null }) => {
    const next = { ...ends, ...part };
    onChange(next.start === null && next.end === null ? null : next);
  };
  const { id, ...described } = input;
  const start = {
    ...described,
    asTyped: true,
    id,
    autoFocus,
    placeholder: t('records.range.start'),
    onChange: (next: string | null) => change({ start: next }),
  };
  const end = {
    ...described,
    asTyped: true,
    id: `${id}-end`,
    'aria-label': t('records.range.end'),
    placeholder: t('records.range.end'),
    onChange: (next: string | null) => change({ end: next }),
  };
  return (
    <Parts className="fw-range" data-precision={precision}>
      {precision === 'day' ? (
        <DayInput {...start} value={ends.start} earliest={earliest} latest={latest} />
      ) : (
        <MomentInput
          {...start}
          value={ends.start}
          seconds={precision === 'second'}
          earliest={earliest}
          latest={latest}
        />
      )}
      <span className="fw-range-between" aria-hidden>
        –
      </span>
      {precision === 'day' ? (
        <DayInput {...end} value={ends.end} earliest={dateText(ends.start) ?? earliest} latest={latest} />
      ) : (
        <MomentInput {...end} value={ends.end} seconds={precision === 'second'} earliest={earliest} latest={latest} />
      )}
    </Parts>
  );
}

function endsIn(value: unknown): { start: string | null; end: string | null } {
  const { start, end } = (typeof value === 'object' && value !== null ? value : {}) as {
    start?: unknown;
    end?: unknown;
  };
  return { start: typeof start === 'string' ? start : null, end: typeof end === 'string' ? end : null };
}
