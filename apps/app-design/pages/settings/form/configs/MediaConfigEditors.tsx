import { barcodeFormats, type BarcodeConfig } from '@formwork/contract/forms/field-types/barcode.ts';
import type { ImageConfig } from '@formwork/contract/forms/field-types/image.ts';
import type { JsonConfig } from '@formwork/contract/forms/field-types/json.ts';
import type { LocationConfig } from '@formwork/contract/forms/field-types/location.ts';
import type { RichTextConfig } from '@formwork/contract/forms/field-types/rich-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber } from 'antd';
import { Line } from '../inspector-parts.tsx';
import { ChoicePart, FlagPart, NumberPart, withSetting, type ConfigProps } from './parts.tsx';

export function RichTextConfigEditor(props: ConfigProps<RichTextConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart
        {...props}
        name="maxLength"
        label={t('design.config.rich_length')}
        min={1}
        max={100_000}
        empty={false}
      />
      <NumberPart {...props} name="rows" label={t('design.config.rows')} min={3} max={60} />
      <FlagPart {...props} name="pictures" label={t('design.config.rich_pictures')} />
    </>
  );
}

export function LocationConfigEditor(props: ConfigProps<LocationConfig>) {
  const t = useT();
  const { config, onChange } = props;
  const [lat = null, lng = null] = config.centre ?? [];
  const set = (place: 0 | 1, value: number | null) => {
    const centre: [number, number] = place === 0 ? [value ?? 0, lng ?? 0] : [lat ?? 0, value ?? 0];
    onChange(withSetting(config, 'centre', value === null ? undefined : centre));
  };
  return (
    <>
      <FlagPart {...props} name="here" label={t('design.config.place_here')} />
      <fieldset className="designer-line">
        <legend>{t('design.config.place_centre')}</legend>
        <Line label={t('design.config.place_lat')}>
          <InputNumber min={-90} max={90} value={lat} onChange={(value) => set(0, value)} />
        </Line>
        <Line label={t('design.config.place_lng')}>
          <InputNumber min={-180} max={180} value={lng} onChange={(value) => set(1, value)} />
        </Line>
      </fieldset>
    </>
  );
}

export function ImageConfigEditor(props: ConfigProps<ImageConfig>) {
  const t = useT();
  return (
    <>
      <NumberPart {...props} name="max" label={t('design.config.most_pictures')} min={1} max={50} empty={false} />
      <NumberPart {...props} name="maxSize" label={t('design.config.max_size')} min={1} max={100} empty={false} />
    </>
  );
}

export function BarcodeConfigEditor(props: ConfigProps<BarcodeConfig>) {
  const t = useT();
  return (
    <>
      <ChoicePart
        {...props}
        name="format"
        label={t('design.config.code_format')}
        options={barcodeFormats}
        labels="design.config.code_format_"
      />
      <FlagPart {...props} name="scan" label={t('design.config.code_scan')} />
      <FlagPart {...props} name="typed" label={t('design.config.code_typed')} />
    </>
  );
}

export function JsonConfigEditor(props: ConfigProps<JsonConfig>) {
  const t = useT();
  return <NumberPart {...props} name="rows" label={t('design.config.rows')} min={3} max={60} />;
}
