import { FieldRow, type FieldInput } from '@formwork/ui/input/field-row.tsx';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useFormState } from './form-state.ts';

/** What every kind of input is told. */
export interface InputProps {
  /** Of the form's values. */
  name: string;
  label: string;
  help?: ReactNode;
  /** What is asked for, in place of which rule is broken. */
  wrong?: string;
  /** Of the body, where it is called otherwise there. */
  path?: string;
  /** Takes both columns of a wide form. */
  wide?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

export interface InputState<Value> {
  input: FieldInput;
  value: Value;
  set: (value: Value) => void;
  longest: number | undefined;
}

/** Label, help and error around an input of any kind; `empty` is what it holds when nothing was entered. */
export function InputRow<Value>({
  name,
  label,
  help,
  wrong,
  path = name,
  wide = false,
  empty,
  children,
}: InputProps & { empty: Value; children: (state: InputState<Value>) => ReactNode }) {
  const form = useFormState();
  const { claim } = form;
  useEffect(() => claim(path, label), [claim, path, label]);
  const error = form.errors[path] ?? Object.entries(form.errors).find(([other]) => other.startsWith(`${path}.`))?.[1];
  return (
    <div
      onBlur={({ relatedTarget }) => isBeside(relatedTarget) || form.leave(path)}
      className="form-input"
      data-wide={wide || undefined}
    >
      <FieldRow
        name={`${form.id}-${name}`}
        label={label}
        help={help}
        error={wrong !== undefined && form.broken.has(path) ? wrong : error}
        wide={wide}
        required={form.isRequired(name, path, empty)}
      >
        {(input) => (
          <Suspense fallback={<span className="fw-bone fw-editor-bone" />}>
            {children({
              input,
              value: (form.values[name] ?? empty) as Value,
              set: (value) => form.set(name, value),
              longest: form.longestText(path),
            })}
          </Suspense>
        )}
      </FieldRow>
    </div>
  );
}

/** What stands in a form and is no field of it: going there leaves none. */
function isBeside(goneTo: Element | null): boolean {
  return goneTo?.closest('[data-beside-fields]') != null;
}
