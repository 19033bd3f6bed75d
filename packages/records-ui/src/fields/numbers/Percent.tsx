import { DecimalInput } from './DecimalInput.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { Figure } from './Figure.tsx';
import { Meter } from './Meter.tsx';

export const percentUi: FieldUi<'percent'> = {
  size: 'short',
  Editor: PercentEditor,
  Cell: Share,
  align: 'end',
  width: 110,
};

function PercentEditor({ field: _, ...props }: EditorProps<'percent'>) {
  return <DecimalInput {...props} after="%" />;
}

/** What cannot pass 100 % is a part of a whole, and drawn as one. */
function Share(props: ShownProps<'percent'>) {
  const { min, max } = props.field.config;
  const isPart = min !== undefined && min >= 0 && max !== undefined && max <= 100;
  return isPart ? <Meter {...props} share={Number(props.value) / 100} /> : <Figure {...props} />;
}
