import { textIn } from '@formwork/contract/text.ts';
import { Checkbox } from 'antd';
import { useLocale } from '../i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from './field-ui.ts';
import { Select } from './heavy-inputs.ts';
import { offered, OptionTag } from './option-tag.tsx';
import { typedIds } from './typed-text.ts';

export const multiSelectUi: FieldUi<'multiSelect'> = { Editor: MultiSelectEditor, Cell: Tags, Detail: WrappedTags, width: 180 };

function MultiSelectEditor({ field, value, onChange, input, autoFocus }: EditorProps<'multiSelect'>) {
  const locale = useLocale();
  const { options, shape, max } = field.config;
  const chosen = typedIds(value);
  const choices = offered(options, chosen).map(({ id, label }) => ({ value: id, label: textIn(label, locale) }));
  if (shape === 'checkboxes') {
    const { id, ...described } = input;
    return <Checkbox.Group {...described} className="fw-choices" aria-labelledby={`${id}-label`} value={chosen} options={choices} onChange={onChange} />;
  }
  return <Select {...input} className="fw-editor-wide" mode="multiple" autoFocus={autoFocus ?? false} allowClear showSearch={{ optionFilterProp: 'label' }} maxCount={max} value={chosen} options={choices} onChange={onChange} />;
}

function Tags({ field, value }: ShownProps<'multiSelect'>) {
  return <span className="fw-tags">{typedIds(value).map((id) => <OptionTag key={id} id={id} options={field.config.options} />)}</span>;
}

function WrappedTags(props: ShownProps<'multiSelect'>) {
  return <span className="fw-tags-wrapped"><Tags {...props} /></span>;
}
