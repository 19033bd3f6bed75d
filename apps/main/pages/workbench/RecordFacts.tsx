import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordFact } from '@formwork/contract/records/facts.ts';
import type { TodoRow } from '@formwork/contract/workflow/work-rows.ts';
import { People } from '@formwork/ui/format/avatar.tsx';
import { FigureText } from '@formwork/ui/format/figure-text.tsx';
import { OptionPill } from '@formwork/ui/format/option-pill.tsx';
import { keyOf } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { factsTogether } from './facts-together.ts';

/** What says most of the record a row is about: its states, who, when, how much, as far as the person may see them. The server says it in words: what draws fields would be three times as much as the rest of the page. */
export function RecordFacts({ formId, recordId }: Pick<TodoRow, 'formId' | 'recordId'>) {
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId } }), 'facts', recordId, locale],
    queryFn: () => factsTogether(formId, recordId),
    staleTime: 60_000,
  });
  if (!data) return null;
  return (
    <span className="workbench-facts">
      {data.map((fact, at) => (
        <span key={at} title={fact.title}>
          <Fact {...fact} />
        </span>
      ))}
    </span>
  );
}

function Fact({ text, options, people, isFigure }: RecordFact) {
  if (people) return <People people={people.map((name) => ({ name }))} size={20} />;
  if (isFigure) return <FigureText>{text}</FigureText>;
  if (!options) return <span className="fw-list-cell-text">{text}</span>;
  return (
    <span className="fw-options" title={options.length > 1 ? text : undefined}>
      {options.map(({ label, hue, retired }) => (
        <OptionPill key={label} hue={hue} retired={retired}>
          {label}
        </OptionPill>
      ))}
    </span>
  );
}
