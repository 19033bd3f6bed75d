import type { FieldUi } from '../field-ui.ts';
import type { ShownProps } from '../field-ui.ts';
import { FullText, ShownText } from '../ShownText.tsx';
import { Figure } from './Figure.tsx';

export const formulaUi: FieldUi<'formula'> = { Cell: Result, Detail: FullText, width: 130 };

function Result(props: ShownProps<'formula'>) {
  return props.field.config.result === 'number' ? <Figure {...props} /> : <ShownText {...props} />;
}
