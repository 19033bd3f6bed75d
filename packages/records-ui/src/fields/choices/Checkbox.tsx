import { CheckboxChoices } from './Choices.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { OptionTags } from './option-tag.tsx';

export const checkboxUi: FieldUi<'checkbox'> = { Editor: CheckboxEditor, Cell: Tags, Detail: WrappedTags, width: 180 };

function CheckboxEditor({ field, ...props }: EditorProps<'checkbox'>) {
  return (
    <CheckboxChoices
      {...props}
      options={field.config.options}
      direction={field.config.direction}
      max={field.config.max}
    />
  );
}

function Tags({ field, value }: ShownProps<'checkbox'>) {
  return <OptionTags value={value} options={field.config.options} />;
}

function WrappedTags({ field, value }: ShownProps<'checkbox'>) {
  return <OptionTags value={value} options={field.config.options} wrapped />;
}
