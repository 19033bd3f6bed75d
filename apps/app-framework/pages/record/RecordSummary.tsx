import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { allHidden } from '@formwork/contract/records/part.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldValueView } from '@formwork/records-ui/fields/FieldValueView.tsx';
import { previewAddress, smallPictureAddress, typedFiles } from '@formwork/records-ui/fields/files/file-values.ts';
import { tellingFields } from '@formwork/contract/records/telling-fields.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import './summary.css';

const mostFacts = 6;

interface Props {
  definition: FormDefinition;
  record: FormRecord;
  /** What the step of a process or a rule of the form hides is not told here either. */
  isHidden: (field: Field) => boolean;
}

/** The facts of a record at its head: a picture, states, who, when, how much. Chosen from the columns of its list, as those are what people look for. */
export function RecordSummary({ definition, record, isHidden }: Props) {
  const locale = useLocale();
  const shown = definition.fields.filter((field) => !record.hidden?.includes(field.id) && !isHidden(field));
  const facts = tellingFields(shown, definition, record.values, mostFacts);
  const pictures = shown.filter(({ type }) => type === 'image').flatMap(({ id }) => typedFiles(record.values[id]));
  const [picture] = pictures;
  if (record.hidden?.includes(allHidden) || (facts.length < 2 && !picture)) return null;
  return (
    <div className="fw-summary">
      {picture && (
        <a
          className="fw-summary-picture"
          href={previewAddress(picture, pictures)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <img src={smallPictureAddress(picture, 320)} alt={picture.name} />
          {pictures.length > 1 && <span>{pictures.length}</span>}
        </a>
      )}
      <dl>
        {facts.map((field) => (
          <div key={field.id}>
            <dt title={textIn(field.title, locale)}>{textIn(field.title, locale)}</dt>
            <dd>
              <FieldValueView field={field} value={record.values[field.id]} place="cell" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
