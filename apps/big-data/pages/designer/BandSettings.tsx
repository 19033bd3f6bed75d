import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { readsLook } from '@formwork/chart/reads.ts';
import type { ChartLook } from '@formwork/contract/analytics/chart.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber } from 'antd';
import { put } from './edits.ts';
import { HueSelect } from './HueSelect.tsx';
import type { SettingsProps } from './Inspector.tsx';

type Bands = NonNullable<ChartLook['bands']>;
const most = 10;
const inTurn = ['red', 'gold', 'green'] as const;

/** What a dial is coloured by: each band goes from the one before it up to its figure. */
export function BandSettings({ settings, readOnly, onSettings }: SettingsProps) {
  const t = useT();
  if (!readsLook(settings.kind, 'bands')) return null;
  const { bands = [] } = settings.look;
  const set = (next: Bands, group?: string) =>
    onSettings((now) => ({ ...now, look: put(now.look, 'bands', next.length === 0 ? undefined : next) }), group);
  return (
    <InspectorSection title={t('analytics.bands')}>
      {bands.map((band, at) => (
        <div key={at} className="chart-tone" role="group" aria-label={t('analytics.band', { number: at + 1 })}>
          <InputNumber
            size="small"
            disabled={readOnly}
            aria-label={t('analytics.band_to')}
            prefix={t('analytics.band_to')}
            value={band.to}
            onChange={(to) => to !== null && set(bands.with(at, { ...band, to }), `band ${at}`)}
            // in their order once it is known which figure is meant
            onBlur={() =>
              set(
                bands.toSorted((a, b) => a.to - b.to),
                `band ${at}`,
              )
            }
          />
          <HueSelect
            small
            needed
            readOnly={readOnly}
            label={t('analytics.colour')}
            value={band.hue}
            onHue={(hue) => hue && set(bands.with(at, { ...band, hue }))}
          />
          {!readOnly && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('ui.action.remove')}
              onClick={() => set(bands.toSpliced(at, 1))}
            >
              <CloseOutlined />
            </button>
          )}
        </div>
      ))}
      {!readOnly && bands.length < most && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() =>
            set([...bands, { to: nextBound(bands, settings.look), hue: inTurn[Math.min(bands.length, 2)]! }])
          }
        >
          {t('analytics.band_add')}
        </Button>
      )}
    </InspectorSection>
  );
}

/** A third of the dial further, where its end is known. */
function nextBound(bands: Bands, { low = 0, high }: ChartLook): number {
  const last = bands.at(-1)?.to ?? low;
  const step = high !== undefined && high > last ? (high - last) / Math.max(1, 3 - bands.length) : last - low || 50;
  return Number((last + step).toPrecision(3));
}
