import { allHidden } from '@formwork/contract/records/part.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { TodoRow } from '@formwork/contract/workflow/work-rows.ts';
import { FieldValueView } from '@formwork/records-ui/fields/FieldValueView.tsx';
import { tellingFields } from '@formwork/records-ui/fields/telling-fields.ts';
import { keyOf, q } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { recordTogether } from './record-together.ts';

const mostFacts = 4;

/** What says most of the record a row is about: its states, who, when, how much, as far as the person may see them. */
export default function RecordFacts({ formId, recordId }: Pick<TodoRow, 'formId' | 'recordId'>) {
  const locale = useLocale();
  const plan = useQuery({ ...q(recordsApi.plan, { params: { formId } }), staleTime: 60_000 });
  const record = useQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId } }), 'facts', recordId],
    queryFn: () => recordTogether(formId, recordId),
    staleTime: 60_000,
  });
  if (!plan.data || !record.data || record.data.hidden?.includes(allHidden)) return null;
  const { definition } = plan.data;
  const shown = definition.fields.filter(({ id, hidden }) => !hidden && !record.data?.hidden?.includes(id));
  return (
    <span className="workbench-facts">
      {tellingFields(shown, definition, record.data.values, mostFacts).map((field) => (
        <span key={field.id} title={textIn(field.title, locale)}>
          <FieldValueView field={field} value={record.data!.values[field.id]} place="cell" />
        </span>
      ))}
    </span>
  );
}
