import '../parts.css';
import { useUiText } from '../format/texts.ts';

export interface FormError {
  name: string;
  label: string;
  message: string;
}

/** Of a table with thousands of rows there may be thousands; the others come as these are corrected. */
const mostListed = 20;

/** What is to be corrected, at the top of the form; each line jumps to its field. */
export function FormErrors({
  errors,
  onJump = jumpToField,
}: {
  errors: readonly FormError[];
  onJump?: (name: string) => void;
}) {
  const text = useUiText();
  if (errors.length === 0) return null;
  return (
    <div className="fw-form-errors" role="alert">
      <strong>{text('ui.form.errors', { count: errors.length })}</strong>
      <ul>
        {errors.slice(0, mostListed).map((error) => (
          <li key={`${error.name} ${error.message}`}>
            <button type="button" onClick={() => onJump(error.name)}>
              {error.label}: {error.message}
            </button>
          </li>
        ))}
      </ul>
      {errors.length > mostListed && <p>{text('ui.form.more_errors', { count: errors.length - mostListed })}</p>}
    </div>
  );
}

export function jumpToField(name: string) {
  showField(name)
    ?.querySelector<HTMLElement>('input, textarea, select, [contenteditable], [tabindex="0"], button')
    ?.focus({ preventScroll: true });
}

/** Brings it into sight and leaves the focus where it is. */
export function showField(name: string): HTMLElement | null {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  field?.scrollIntoView({ block: 'center' });
  return field;
}
