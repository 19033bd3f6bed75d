import type { Field } from '@formwork/contract/forms/field.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { Suspense } from 'react';
import './fields.css';
import { fieldUi } from './fields.ts';

export interface FieldEditorProps {
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  input: FieldInput;
  autoFocus?: boolean;
  opens?: boolean;
}

/** The input of a field. Heavy inputs arrive later; until then a line of their height holds the place. */
export function FieldEditor({ field, value, onChange, input, autoFocus, opens }: FieldEditorProps) {
  const { Editor } = fieldUi(field.type);
  if (!Editor) return null;
  return (
    <Suspense fallback={<span className="fw-bone fw-editor-bone" />}>
      <Editor field={field} value={value} onChange={onChange} input={input} autoFocus={autoFocus} opens={opens} />
    </Suspense>
  );
}
