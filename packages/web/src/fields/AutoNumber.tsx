import type { FieldUi } from './field-ui.ts';
import { ShownText } from './ShownText.tsx';

export const autoNumberUi: FieldUi<'autoNumber'> = { Cell: ShownText, width: 150 };
