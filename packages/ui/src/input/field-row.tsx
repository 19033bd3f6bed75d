import type { ReactNode } from 'react';
import '../parts.css';
import { useUiText } from '../format/texts.ts';

export interface FieldRowProps {
  /** Path of the field: the error list at the top jumps to it, and inputs take it as `id`. */
  name: string;
  label: ReactNode;
  required?: boolean;
  help?: ReactNode;
  error?: ReactNode;
  /** Takes both columns: long texts, slave tables, files. */
  wide?: boolean;
  /** Its input is as wide as what goes in: `short` for a day, a figure or a number to call, `code` for a few signs. */
  size?: 'short' | 'code' | undefined;
  /** The input, or a function that takes the attributes an input needs to be tied to its label, help and error. */
  children: ReactNode | ((input: FieldInput) => ReactNode);
}

export interface FieldInput {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Label above, help under the field, the error in its place. */
export function FieldRow({ name, label, required, help, error, wide, size, children }: FieldRowProps) {
  const text = useUiText();
  const noteId = `${name}-note`;
  const input: FieldInput = {
    id: name,
    'aria-describedby': help || error ? noteId : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return (
    <div
      className="fw-field"
      data-field={name}
      data-wide={wide || undefined}
      data-size={size}
      data-error={error ? '' : undefined}
    >
      <label className="fw-field-label" htmlFor={name} id={`${name}-label`}>
        {label}
        {required && (
          <span className="fw-field-required" aria-label={text('ui.form.required')} title={text('ui.form.required')}>
            *
          </span>
        )}
      </label>
      {typeof children === 'function' ? children(input) : children}
      {error ? (
        <div className="fw-field-error" id={noteId} role="alert">
          {error}
        </div>
      ) : (
        help && (
          <div className="fw-field-note" id={noteId}>
            {help}
          </div>
        )
      )}
    </div>
  );
}

/** Two columns where there is room, one below. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className="fw-fields">
      <div className="fw-fields-grid">{children}</div>
    </div>
  );
}
