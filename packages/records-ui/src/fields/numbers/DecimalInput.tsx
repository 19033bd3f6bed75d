import { numberFromText, withoutUnit } from '@formwork/contract/forms/field-types/number.ts';
import { decimalText } from '@formwork/contract/forms/values/decimal.ts';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { EditorProps } from '../field-ui.ts';
import { typedText } from '../typed-text.ts';

export interface DecimalInputProps extends Pick<EditorProps, 'value' | 'onChange' | 'input' | 'autoFocus'> {
  before?: ReactNode;
  /** The unit; whoever types it as well means the same. */
  after?: string | undefined;
}

/**
 * Digits stay text from the key to the server, so that nothing is ever rounded on the way. Leaving the input tidies what
 * spreadsheets and Chinese keyboards write: separators, full-width digits, the unit.
 */
export function DecimalInput({ value, onChange, input, autoFocus, before, after }: DecimalInputProps) {
  const text = typeof value === 'number' ? (decimalText(value) ?? '') : typedText(value);
  const tidy = () => {
    // an exponent is no number that a person writes: it is said, not worked out
    if (/e/i.test(text)) return;
    const plain = decimalText(numberFromText(withoutUnit(text.replace('％', '%'), after)));
    if (plain !== undefined && plain !== text) onChange(plain);
  };
  return (
    <Input
      {...input}
      className="fw-decimal"
      inputMode="decimal"
      autoComplete="off"
      autoFocus={autoFocus}
      value={text}
      prefix={before}
      suffix={after}
      onChange={(event) => onChange(event.target.value)}
      onBlur={tidy}
    />
  );
}
