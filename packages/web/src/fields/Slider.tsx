import { CloseOutlined } from '@ant-design/icons';
import { useT } from '../i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from './field-ui.ts';
import { groupName } from './group-name.ts';
import { Slider } from './heavy-inputs.ts';
import { useValueText } from './ShownText.tsx';

export const sliderUi: FieldUi<'slider'> = { Editor: SliderEditor, Cell: Bar, width: 150 };

function SliderEditor({ field, value, onChange, input, autoFocus }: EditorProps<'slider'>) {
  const t = useT();
  const { min, max, step, unit } = field.config;
  const set = value === null || value === undefined || value === '' ? null : Number(value);
  return (
    <span id={input.id} className="fw-slider" aria-describedby={input['aria-describedby']}>
      {/* what was not set stands at the lower end: to set that end changes nothing in sight, and is told at the end of the move alone */}
      <Slider min={min} max={max} step={step} autoFocus={autoFocus ?? false} value={set ?? min} onChange={onChange} onChangeComplete={(chosen: number) => { if (set === null) onChange(chosen); }} tooltip={{ open: false }} {...handleName(input)} />
      <output>{set ?? '-'}{set !== null && unit ? ` ${unit}` : ''}</output>
      {set !== null && <button type="button" className="fw-icon-button" aria-label={t('records.choices.clear')} title={t('records.choices.clear')} onClick={() => onChange(null)}><CloseOutlined /></button>}
    </span>
  );
}

/** The handle is what people grasp, and what a screen reader speaks of. */
function handleName(input: EditorProps<'slider'>['input']): { ariaLabelForHandle: string } | { ariaLabelledByForHandle: string } {
  const name = groupName(input);
  return 'aria-label' in name ? { ariaLabelForHandle: name['aria-label'] } : { ariaLabelledByForHandle: name['aria-labelledby'] };
}

function Bar({ field, value }: ShownProps<'slider'>) {
  const { min, max } = field.config;
  const text = useValueText(field, value);
  return <span className="fw-bar-value"><i style={{ inlineSize: `${((Number(value) - min) / (max - min)) * 100}%` }} aria-hidden /><span>{text}</span></span>;
}
