import type { EditorProps, FieldUi, ShownProps } from './field-ui.ts';
import { Slider } from './heavy-inputs.ts';
import { useValueText } from './ShownText.tsx';

export const sliderUi: FieldUi<'slider'> = { Editor: SliderEditor, Cell: Bar, width: 150 };

function SliderEditor({ field, value, onChange, input, autoFocus }: EditorProps<'slider'>) {
  const { min, max, step, unit } = field.config;
  const set = value === null || value === undefined || value === '' ? null : Number(value);
  return (
    <span id={input.id} className="fw-slider" aria-describedby={input['aria-describedby']}>
      <Slider min={min} max={max} step={step} autoFocus={autoFocus ?? false} value={set ?? min} onChange={onChange} tooltip={{ open: false }} />
      <output>{set ?? '-'}{set !== null && unit ? ` ${unit}` : ''}</output>
    </span>
  );
}

function Bar({ field, value }: ShownProps<'slider'>) {
  const { min, max } = field.config;
  const text = useValueText(field, value);
  return <span className="fw-bar-value"><i style={{ inlineSize: `${((Number(value) - min) / (max - min)) * 100}%` }} aria-hidden /><span>{text}</span></span>;
}
