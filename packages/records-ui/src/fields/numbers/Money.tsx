import { chineseMoney } from '@formwork/contract/forms/values/chinese-money.ts';
import { money } from '@formwork/contract/forms/field-types/money.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { DecimalInput } from './DecimalInput.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { Figure } from './Figure.tsx';
import { useValueText } from '../ShownText.tsx';

export const moneyUi: FieldUi<'money'> = {
  size: 'short',
  Editor: MoneyEditor,
  Cell: Figure,
  Detail: Amount,
  align: 'end',
  width: 130,
};

function MoneyEditor({ field, value, ...props }: EditorProps<'money'>) {
  const words = field.config.uppercase ? chineseMoney(value) : undefined;
  return (
    <>
      <DecimalInput {...props} value={value} before={signOf(field)} />
      {words && <span className="fw-field-note">{words}</span>}
    </>
  );
}

function Amount({ field, value }: ShownProps<'money'>) {
  const words = field.config.uppercase ? chineseMoney(value) : undefined;
  return (
    <span className="fw-value-text">
      {useValueText(field, value)}
      {words && <span className="fw-field-note"> {words}</span>}
    </span>
  );
}

function signOf(field: EditorProps<'money'>['field']): string {
  return money.toText(0, { ...field.config, decimals: 0 }, { locale: 'en', timeZone: timeZone() }).replace('0', '');
}
