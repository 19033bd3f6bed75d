import { textIn } from '@formwork/contract/text.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { RadioChoices } from './Choices.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { Select } from '@formwork/web/inputs/heavy-inputs.ts';
import { offered, OptionTag } from './option-tag.tsx';
import { typedIds } from '../typed-text.ts';

export const singleSelectUi: FieldUi<'singleSelect'> = { Editor: SingleSelectEditor, Cell: Chosen, width: 130 };

function SingleSelectEditor({ field, value, onChange, input, autoFocus, opens }: EditorProps<'singleSelect'>) {
  const locale = useLocale();
  const { options, shape } = field.config;
  if (shape === 'radio') return <RadioChoices options={options} value={value} onChange={onChange} input={input} />;
  const [chosen] = typedIds(value);
  const choices = offered(options, chosen ? [chosen] : []).map(({ id, label }) => ({
    value: id,
    label: textIn(label, locale),
  }));
  return (
    <Select
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      defaultOpen={opens ?? false}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen ?? null}
      options={choices}
      optionRender={({ value: id }) => <OptionTag id={String(id)} options={options} />}
      labelRender={({ value: id }) => <OptionTag id={String(id)} options={options} />}
      onChange={(id) => onChange(id ?? null)}
    />
  );
}

function Chosen({ field, value }: ShownProps<'singleSelect'>) {
  return <OptionTag id={String(value)} options={field.config.options} />;
}
