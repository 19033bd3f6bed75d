import { FigureText } from '@formwork/ui/format/figure-text.tsx';
import type { ShownProps } from '../field-ui.ts';
import { useValueText } from '../ShownText.tsx';

export function Figure({ field, value }: ShownProps) {
  return <FigureText>{useValueText(field, value)}</FigureText>;
}
