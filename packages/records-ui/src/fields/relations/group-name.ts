import type { FieldInput } from '@formwork/ui/input/field-row.tsx';

/** A group is no input that a label could point to: it is named by the label's text, in a cell by its own name. */
export function groupName(
  input: FieldInput & { 'aria-label'?: string },
): { 'aria-label': string } | { 'aria-labelledby': string } {
  return input['aria-label'] === undefined
    ? { 'aria-labelledby': `${input.id}-label` }
    : { 'aria-label': input['aria-label'] };
}
