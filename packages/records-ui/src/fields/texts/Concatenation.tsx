import type { FieldUi } from '../field-ui.ts';
import { FullText, ShownText } from '../ShownText.tsx';

export const concatenationUi: FieldUi<'concatenation'> = { Cell: ShownText, Detail: FullText, width: 200 };
