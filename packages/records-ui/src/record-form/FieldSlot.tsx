import { QuestionCircleOutlined } from '@ant-design/icons';
import { fieldKind, isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { FieldEditor } from '../fields/FieldEditor.tsx';
import { fieldUi } from '../fields/fields.ts';
import { FieldValueView } from '../fields/FieldValueView.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useFieldStory } from './field-story.ts';
import { parsedValue } from './form-data.ts';
import { titlesOf } from './titles.ts';
import type { RecordFormModel } from './use-record-form.ts';

/** A field of the main table in its place: an input where it may be edited, else its value. */
export function FieldSlot({
  field,
  form,
  readOnly,
  error,
}: {
  field: Field;
  form: RecordFormModel;
  readOnly: boolean;
  error: string | undefined;
}) {
  const t = useT();
  const locale = useLocale();
  const state = form.stateOf(field);
  const computed = isComputed(field);
  const locked = readOnly || state.readOnly || computed;
  const value = computed ? form.calculated.record.values[field.id] : form.data.values[field.id];
  // what cannot be decided yet asks for nothing, and says so while there is nothing in the field
  const open =
    state.open && isEmptyValue(value)
      ? t('records.form.required_open', { names: titlesOf(form.definition, state.open, locale) })
      : '';
  const wide = fieldUi(field.type).wide;
  const openStory = useFieldStory();
  const story = readOnly && !isEmptyValue(value) ? openStory : undefined;
  const change = (next: unknown) => {
    form.set(field.id, next);
    // a file comes whole, and what it is the server has read by then
    if (fieldKind(field) === 'files') form.touch(field.id);
  };
  return (
    <FieldRow
      name={field.id}
      label={textIn(field.title, locale)}
      required={!locked && state.required}
      help={locked ? undefined : noteOf(textIn(field.help, locale), open)}
      error={error}
      wide={wide ?? false}
      size={fieldUi(field.type).size}
    >
      {(input) =>
        locked ? (
          <div className="fw-field-value" id={input.id} data-computed={(computed && !readOnly) || undefined}>
            {field.type === 'autoNumber' && value === null && !readOnly ? (
              <span className="fw-value-empty">{t('records.form.numbered_on_save')}</span>
            ) : (
              <FieldValueView field={field} value={parsedValue(field, value)} />
            )}
            {story && (
              <button
                type="button"
                className="fw-icon-button fw-field-story"
                aria-label={t('records.history.of_field')}
                aria-describedby={`${input.id}-label`}
                title={t('records.history.of_field')}
                onClick={() => story(field.id)}
              >
                <QuestionCircleOutlined />
              </button>
            )}
          </div>
        ) : (
          <div
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) form.touch(field.id);
            }}
          >
            <FieldEditor field={form.offering(field, value)} value={value ?? null} onChange={change} input={input} />
          </div>
        )
      }
    </FieldRow>
  );
}

function noteOf(help: string, open: string): string | undefined {
  return [help, open].filter((text) => text !== '').join(' ') || undefined;
}
