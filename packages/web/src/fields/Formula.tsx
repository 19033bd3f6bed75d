import type { FieldUi } from './field-ui.ts';
import { FullText, ShownText } from './ShownText.tsx';

export const formulaUi: FieldUi<'formula'> = { Cell: ShownText, Detail: FullText, width: 130 };
