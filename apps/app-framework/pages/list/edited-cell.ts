import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';

export interface EditedCell {
  row: RecordRow;
  field: Field;
  place: { left: number; top: number; width: number; height: number };
}

/** Types that need more room or more of their record than a cell has. */
const elsewhere: ReadonlySet<Field['type']> = new Set<Field['type']>([
  'richText',
  'attachment',
  'image',
  'signature',
  'json',
  'location',
  'timeSlot',
  'devicePoint',
  'lookup',
  'rollup',
  'formula',
  'concatenation',
  'autoNumber',
  'relation',
]);

/** The cell as it is edited in its place; undefined where that is not done. */
export function editedCell(
  row: RecordRow & { head?: unknown; more?: unknown },
  field: Field | undefined,
  cell: HTMLElement,
): EditedCell | undefined {
  if (!field || row.head || row.more || !isEditable(field)) return undefined;
  const { left, top, width, height } = cell.getBoundingClientRect();
  return { row, field, place: { left, top, width, height } };
}

export function isEditable(field: Field): boolean {
  return !field.id.startsWith('_') && field.readOnly !== true && !isComputed(field) && !elsewhere.has(field.type);
}
