import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { noWatermark, watermarkParts } from '@formwork/contract/enterprise/appearance.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { setAppearance } from '@formwork/web/appearance/appearance.ts';
import { useWatermarkLines } from '@formwork/web/appearance/PageWatermark.tsx';
import { watermarkPicture } from '@formwork/web/appearance/watermark-picture.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Checkbox, Input, Slider, Switch } from 'antd';
import { SettingFrame } from './SettingFrame.tsx';
import { useSetting } from './use-setting.ts';

/** What stands over every page and every print: whose screen it is, and when. */
export default function WatermarkPage() {
  const t = useT();
  const elements = useElements('watermark');
  const { message } = App.useApp();
  const { text: color } = useSkin();
  const {
    reading,
    value = noWatermark,
    changed,
    change,
    forget,
  } = useSetting(enterpriseApi.appearance, ({ watermark }) => watermark);
  const lines = useWatermarkLines(value);
  const save = useCommand(enterpriseApi.setWatermark, {
    refresh: [enterpriseApi.appearance],
    onDone: (appearance) => {
      setAppearance(appearance);
      forget();
      void message.success(t('enterprise.setting.saved'));
    },
  });
  const empty = value.enabled && value.parts.length === 0 && value.text.trim() === '';
  return (
    <SettingFrame
      title={t('enterprise.watermark.title')}
      hint={t('enterprise.watermark.hint')}
      reading={reading}
      changed={changed && !empty}
      pending={save.pending}
      onSave={() => void save.run({ body: value })}
      onReset={forget}
    >
      <FieldRow name="enabled" label={t('enterprise.watermark.enabled')}>
        {(input) => (
          <Switch
            id={input.id}
            className="setting-switch"
            checked={value.enabled}
            onChange={(enabled) => change({ ...value, enabled })}
          />
        )}
      </FieldRow>
      <FieldRow name="parts" label={t('enterprise.watermark.parts')} error={empty && t('enterprise.watermark.empty')}>
        <Checkbox.Group
          value={value.parts}
          options={watermarkParts.map((part) => ({ value: part, label: t(`enterprise.watermark.${part}`) }))}
          onChange={(parts) => change({ ...value, parts })}
        />
      </FieldRow>
      {elements.shows('parts', 'text') && (
        <FieldRow name="text" label={elements.title('parts', 'text', t('enterprise.watermark.text'))}>
          {(input) => (
            <Input
              {...input}
              maxLength={40}
              showCount
              value={value.text}
              onChange={(event) => change({ ...value, text: event.target.value })}
            />
          )}
        </FieldRow>
      )}
      {elements.shows('parts', 'strength') && (
        <FieldRow name="strength" label={elements.title('parts', 'strength', t('enterprise.watermark.strength'))}>
          <Slider
            min={4}
            max={40}
            value={value.strength}
            onChange={(strength) => change({ ...value, strength })}
            tooltip={{ formatter: (percent) => `${percent}%` }}
            ariaLabelForHandle={t('enterprise.watermark.strength')}
          />
        </FieldRow>
      )}
      {elements.shows('parts', 'distance') && (
        <FieldRow name="distance" label={elements.title('parts', 'distance', t('enterprise.watermark.distance'))}>
          <Slider
            min={120}
            max={600}
            step={20}
            value={value.distance}
            onChange={(distance) => change({ ...value, distance })}
            tooltip={{ formatter: (pixels) => `${pixels} px` }}
            ariaLabelForHandle={t('enterprise.watermark.distance')}
          />
        </FieldRow>
      )}
      {elements.shows('parts', 'preview') && (
        <>
          <h2>{elements.title('parts', 'preview', t('enterprise.watermark.preview'))}</h2>
          <div
            className="watermark-preview"
            style={{
              backgroundImage: watermarkPicture(lines, { color, strength: value.strength, distance: value.distance }),
            }}
            role="img"
            aria-label={lines.join(' ')}
          />
        </>
      )}
    </SettingFrame>
  );
}
