import type { FieldUi } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';

export const rollupUi: FieldUi<'rollup'> = { Cell: ShownText, align: 'end', width: 130 };
