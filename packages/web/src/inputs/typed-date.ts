import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { useRef, type FocusEvent } from 'react';

interface TypedDate {
  /** What the picker is to stand at. */
  shown: string | null;
  /** A text it cannot read, which would be out of sight where the page was loaded again. */
  unread: string | undefined;
  /** For the picker. */
  input: { preserveInvalidOnBlur: true; onBlur: (event: FocusEvent<HTMLElement>) => void };
}

/**
 * What a picker cannot read it drops without a word. So the text stays in the input and becomes the value, for which the
 * field then says what is wrong; what spreadsheets write (2026/5/1, 8:30) is understood. `stored` knows values, `read` what
 * people type.
 */
export function useTypedDate(
  value: unknown,
  stored: (value: unknown) => string | undefined,
  read: (text: string) => string | undefined,
  onChange: (value: string | null) => void,
): TypedDate {
  const right = stored(value) ?? null;
  const wrong = right === null && !isEmptyValue(value);
  // another value would take the place of the wrong text, so the picker stands where it stood
  const stood = useRef<string | null>(null);
  if (!wrong) stood.current = right;
  const onBlur = ({ target }: FocusEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    const text = target.value.trim();
    if (wrong || (text !== '' && target.getAttribute('aria-invalid') === 'true'))
      onChange(text === '' ? null : (read(text) ?? text));
  };
  return {
    shown: stood.current,
    unread: wrong ? String(value) : undefined,
    input: { preserveInvalidOnBlur: true, onBlur },
  };
}
