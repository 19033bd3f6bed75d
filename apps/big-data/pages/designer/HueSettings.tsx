import { CloseOutlined } from '@ant-design/icons';
import { huesUse } from '@formwork/chart/reads.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { put } from './edits.ts';
import { HueSelect } from './HueSelect.tsx';
import type { SettingsProps } from './Inspector.tsx';
import { placesOf } from './places.ts';

/** Colours that single values have in this chart, instead of their own or the next in turn. */
export function HueSettings({
  settings,
  result,
  readOnly,
  onSettings,
}: SettingsProps & { result: ChartResult | undefined }) {
  const t = useT();
  const keyed = huesUse(settings);
  if (!keyed) return null;
  const { hues = {} } = settings.look;
  const places = placesOf(keyed.id, result);
  const open = places.filter(({ value }) => !(value in hues));
  const set = (key: string, hue: HueName | undefined) =>
    onSettings((now) => {
      const next = put(now.look.hues ?? {}, key, hue);
      return { ...now, look: put(now.look, 'hues', Object.keys(next).length === 0 ? undefined : next) };
    });
  return (
    <InspectorSection title={t('analytics.hues')}>
      {Object.entries(hues).map(([key, hue]) => {
        const name = places.find(({ value }) => value === key)?.label ?? key;
        return (
          <div key={key} className="chart-tone" role="group" aria-label={name}>
            <span className="chart-drill-name">{name}</span>
            <HueSelect
              small
              needed
              readOnly={readOnly}
              label={t('analytics.colour')}
              value={hue}
              onHue={(next) => set(key, next)}
            />
            {!readOnly && (
              <button
                type="button"
                className="fw-icon-button"
                aria-label={t('ui.action.remove')}
                onClick={() => set(key, undefined)}
              >
                <CloseOutlined />
              </button>
            )}
          </div>
        );
      })}
      {!readOnly && open.length > 0 && (
        <Select
          size="small"
          aria-label={t('analytics.hue_add')}
          placeholder={t('analytics.hue_add')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={open}
          onChange={(key: string | null) =>
            key !== null && set(key, hueNames[Object.keys(hues).length % hueNames.length])
          }
        />
      )}
    </InspectorSection>
  );
}
