import { CloseOutlined } from '@ant-design/icons';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { groupName } from '../relations/group-name.ts';
import { Slider } from '@formwork/web/inputs/heavy-inputs.ts';
import { Meter } from './Meter.tsx';

export const sliderUi: FieldUi<'slider'> = { Editor: SliderEditor, Cell: Bar, align: 'end', width: 150 };

function SliderEditor({ field, value, onChange, input, autoFocus }: EditorProps<'slider'>) {
  const t = useT();
  const { min, max, step, unit } = field.config;
  const set = value === null || value === undefined || value === '' ? null : Number(value);
  return (
    <span id={input.id} className="fw-slider" aria-describedby={input['aria-describedby']}>
      {/* what was not set stands at the lower end: to set that end changes nothing in sight, and is told at the end of the move alone */}
      <Slider
        min={min}
        max={max}
        step={step}
        autoFocus={autoFocus ?? false}
        value={set ?? min}
        onChange={onChange}
        onChangeComplete={(chosen: number) => {
          if (set === null) onChange(chosen);
        }}
        tooltip={{ open: false }}
        {...handleName(input)}
      />
      <output>
        {set ?? '-'}
        {set !== null && unit ? ` ${unit}` : ''}
      </output>
      {set !== null && (
        <button
          type="button"
          className="fw-icon-button"
          aria-label={t('records.choices.clear')}
          title={t('records.choices.clear')}
          onClick={() => onChange(null)}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
}

/** The handle is what people grasp, and what a screen reader speaks of. */
function handleName(
  input: EditorProps<'slider'>['input'],
): { ariaLabelForHandle: string } | { ariaLabelledByForHandle: string } {
  const name = groupName(input);
  return 'aria-label' in name
    ? { ariaLabelForHandle: name['aria-label'] }
    : { ariaLabelledByForHandle: name['aria-labelledby'] };
}

function Bar(props: ShownProps<'slider'>) {
  const { min, max } = props.field.config;
  return <Meter {...props} share={(Number(props.value) - min) / (max - min)} />;
}
