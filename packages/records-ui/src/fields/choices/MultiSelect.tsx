import { textIn } from '@formwork/contract/text.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { CheckboxChoices } from './Choices.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { Select } from '@formwork/web/inputs/heavy-inputs.ts';
import { offered, OptionTag, OptionTags } from './option-tag.tsx';
import { typedIds } from '../typed-text.ts';

export const multiSelectUi: FieldUi<'multiSelect'> = {
  Editor: MultiSelectEditor,
  Cell: Tags,
  Detail: WrappedTags,
  width: 180,
};

function MultiSelectEditor({ field, value, onChange, input, autoFocus, opens }: EditorProps<'multiSelect'>) {
  const locale = useLocale();
  const { options, shape, max } = field.config;
  if (shape === 'checkboxes')
    return <CheckboxChoices options={options} max={max} value={value} onChange={onChange} input={input} />;
  const chosen = typedIds(value);
  const choices = offered(options, chosen).map(({ id, label }) => ({ value: id, label: textIn(label, locale) }));
  return (
    <Select
      {...input}
      className="fw-editor-wide"
      mode="multiple"
      autoFocus={autoFocus ?? false}
      defaultOpen={opens ?? false}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      maxCount={max}
      value={chosen}
      options={choices}
      optionRender={({ value: id }) => <OptionTag id={String(id)} options={options} />}
      onChange={onChange}
    />
  );
}

function Tags({ field, value }: ShownProps<'multiSelect'>) {
  return <OptionTags value={value} options={field.config.options} />;
}

function WrappedTags({ field, value }: ShownProps<'multiSelect'>) {
  return <OptionTags value={value} options={field.config.options} wrapped />;
}
