import { RadioChoices } from './Choices.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { OptionTag } from './option-tag.tsx';

export const radioUi: FieldUi<'radio'> = { Editor: RadioEditor, Cell: Chosen, width: 130 };

function RadioEditor({ field, ...props }: EditorProps<'radio'>) {
  return <RadioChoices {...props} options={field.config.options} direction={field.config.direction} />;
}

function Chosen({ field, value }: ShownProps<'radio'>) {
  return <OptionTag id={String(value)} options={field.config.options} />;
}
