import { textIn } from '@formwork/contract/text.ts';
import { OptionPill } from '@formwork/ui/format/option-pill.tsx';
import { Switch } from 'antd';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { FullText, useValueText } from '../ShownText.tsx';

export const switchUi: FieldUi<'switch'> = {
  Editor: SwitchEditor,
  Cell: Flag,
  Detail: FullText,
  Card: FullText,
  width: 90,
};

function SwitchEditor({ field, value, onChange, input, autoFocus }: EditorProps<'switch'>) {
  const locale = useLocale();
  const on = value === true;
  const word = textIn(on ? field.config.on : field.config.off, locale);
  return (
    <span className="fw-switch">
      <Switch {...input} autoFocus={autoFocus ?? false} checked={on} onChange={onChange} />
      {word && <span>{word}</span>}
    </span>
  );
}

/** Words where somebody chose them, else a mark: yes is seen from afar, no stands back. */
function Flag({ field, value }: ShownProps<'switch'>) {
  const text = useValueText(field, value);
  const on = value === true;
  if (field.config.on || field.config.off)
    return on ? <OptionPill hue="blue">{text}</OptionPill> : <span className="fw-list-cell-text fw-quiet">{text}</span>;
  return <span className="fw-flag" data-on={on || undefined} role="img" aria-label={text} title={text} />;
}
