import type { FieldUi } from '../field-ui.ts';
import { ShownText } from '../ShownText.tsx';

/** Where a value is drawn, its source field stands in for a lookup: see `source-field.ts`. */
export const lookupUi: FieldUi<'lookup'> = { Cell: ShownText, width: 150 };
