import { useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { ColorPicker } from '@formwork/web/inputs/heavy-inputs.ts';

export const colourUi: FieldUi<'colour'> = { Editor: ColourEditor, Cell: Swatch, width: 120 };

function ColourEditor({ value, onChange, input }: EditorProps<'colour'>) {
  const t = useT();
  return (
    <span id={input.id} aria-describedby={input['aria-describedby']}>
      <ColorPicker
        value={typeof value === 'string' && value !== '' ? value : null}
        allowClear
        disabledAlpha
        showText={(colour) => (colour.cleared ? t('records.colour.none') : colour.toHexString())}
        onClear={() => onChange(null)}
        onChangeComplete={(colour) => {
          if (!colour.cleared) onChange(colour.toHexString().slice(0, 7));
        }}
      />
    </span>
  );
}

function Swatch({ value }: ShownProps<'colour'>) {
  return (
    <span className="fw-swatch">
      <i style={{ background: String(value) }} aria-hidden />
      {String(value)}
    </span>
  );
}
