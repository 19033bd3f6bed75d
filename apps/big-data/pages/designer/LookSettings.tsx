import { chartTones, type ChartKind, type ChartLook, type ChartTone } from '@formwork/contract/analytics/chart.ts';
import { isFigure, usesOf } from '@formwork/contract/analytics/definition.ts';
import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber, Select, Switch } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { put } from './edits.ts';
import type { SettingsProps } from './Inspector.tsx';
import { nameOfUse } from '../../parts/name-of-use.ts';

const withAxes: readonly ChartKind[] = ['line', 'area', 'bar', 'stacked', 'share', 'combined', 'scatter', 'bubble'];
const withLines: readonly ChartKind[] = ['line', 'area', 'combined'];
const withBars: readonly ChartKind[] = ['bar', 'stacked', 'share'];
const withBounds: readonly ChartKind[] = ['gauge', 'liquid', ...withAxes];
const withLegend: readonly ChartKind[] = [...withAxes, 'pie', 'ring', 'rose', 'radar', 'funnel'];
const withTotals: readonly ChartKind[] = ['pivot', 'table', 'waterfall'];
const byItself = 'auto';

type Gaps = NonNullable<ChartLook['gaps']>;

/** Where there is no figure: a bar is nothing there whatever is said, a stretch of time may have no place at all. */
function gapsOf({ kind, slots }: SettingsProps['settings']): Gaps[] {
  const isLine = withLines.includes(kind);
  const inTime = (isLine || withBars.includes(kind)) && slots.x?.[0]?.step !== undefined;
  return ['gap', ...(isLine ? (['zero', 'join'] as const) : []), ...(inTime ? (['out'] as const) : [])];
}

type Flag = 'labels' | 'flat' | 'smooth' | 'stack' | 'log' | 'zoom' | 'totals';
const flags: readonly { flag: Flag; of: readonly ChartKind[]; on?: true }[] = [
  { flag: 'labels', of: [...withLegend, 'heat', 'treemap', 'sunburst', 'waterfall', 'calendar'] },
  { flag: 'flat', of: ['bar', 'stacked', 'share'] },
  { flag: 'smooth', of: withLines },
  { flag: 'stack', of: ['area'] },
  { flag: 'log', of: withAxes },
  { flag: 'zoom', of: withAxes },
  { flag: 'totals', of: withTotals, on: true },
];

/** Legend, labels, axes and colours by rules: only what the kind has. */
export function LookSettings({ settings, fields, readOnly, onSettings }: SettingsProps) {
  const t = useT();
  const locale = useLocale();
  const { look, kind, tones } = settings;
  const set = <K extends keyof ChartLook>(key: K, value: ChartLook[K] | undefined, group?: string) =>
    onSettings((now) => ({ ...now, look: put(now.look, key, value) }), group);
  const figures = usesOf(settings).filter(
    (use) => isFigure(use) || fields.some(({ id, measure }) => id === use.field && measure),
  );
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const first = figures[0];
  const gaps = gapsOf(settings);
  const setTone = (at: number, part: Partial<(typeof tones)[number]>) =>
    onSettings((now) => ({ ...now, tones: now.tones.with(at, { ...now.tones[at]!, ...part }) }), `tone ${at}`);
  return (
    <>
      <InspectorSection title={t('analytics.look_title')}>
        {withLegend.includes(kind) && (
          <FieldRow label={t('analytics.look.legend')}>
            <Select
              disabled={readOnly}
              value={look.legend ?? byItself}
              options={[byItself, 'none', 'top', 'bottom', 'right'].map((value) => ({
                value,
                label: t(`analytics.legend.${value}`),
              }))}
              onChange={(value: string) =>
                set('legend', value === byItself ? undefined : (value as ChartLook['legend']))
              }
            />
          </FieldRow>
        )}
        {flags
          .filter(({ of }) => of.includes(kind))
          .map(({ flag, on }) => (
            <FieldRow key={flag} label={t(`analytics.look.${flag}`)}>
              <Switch
                disabled={readOnly}
                checked={look[flag] ?? on ?? false}
                onChange={(value) => set(flag, value === (on ?? false) ? undefined : value)}
              />
            </FieldRow>
          ))}
        {gaps.length > 1 && (
          <FieldRow label={t('analytics.look.gaps')}>
            <Select
              disabled={readOnly}
              value={look.gaps ?? 'gap'}
              options={gaps.map((value) => ({ value, label: t(`analytics.gaps.${value}`) }))}
              onChange={(value: Gaps) => set('gaps', value === 'gap' ? undefined : value)}
            />
          </FieldRow>
        )}
        {withBounds.includes(kind) &&
          (['low', 'high'] as const).map((bound) => (
            <FieldRow key={bound} label={t(`analytics.look.${bound}`)}>
              <InputNumber
                disabled={readOnly}
                placeholder={t('analytics.by_itself')}
                value={look[bound] ?? null}
                onChange={(value) => set(bound, value ?? undefined, bound)}
              />
            </FieldRow>
          ))}
        {kind === 'kpi' && (
          <FieldRow label={t('analytics.look.better')}>
            <Select
              disabled={readOnly}
              value={look.better ?? byItself}
              options={[byItself, 'up', 'down'].map((value) => ({ value, label: t(`analytics.better.${value}`) }))}
              onChange={(value: string) => set('better', value === byItself ? undefined : (value as 'up'))}
            />
          </FieldRow>
        )}
      </InspectorSection>
      {first && (
        <InspectorSection title={t('analytics.tones')}>
          {tones.map((rule, at) => (
            <div key={at} className="chart-tone" role="group" aria-label={t('analytics.tone_rule', { number: at + 1 })}>
              {figures.length > 1 && (
                <Select
                  size="small"
                  disabled={readOnly}
                  aria-label={t('analytics.tone_of')}
                  value={rule.of}
                  options={figures.map((use) => ({ value: use.id, label: nameOfUse(use, fieldOf, locale, t) }))}
                  onChange={(of: string) => setTone(at, { of })}
                />
              )}
              <InputNumber
                size="small"
                disabled={readOnly}
                aria-label={t('analytics.tone_from')}
                placeholder={t('analytics.tone_from')}
                value={rule.from ?? null}
                onChange={(from) =>
                  (from !== null || rule.below !== undefined) &&
                  onSettings(
                    (now) => ({ ...now, tones: now.tones.with(at, put(now.tones[at]!, 'from', from ?? undefined)) }),
                    `from ${at}`,
                  )
                }
              />
              <InputNumber
                size="small"
                disabled={readOnly}
                aria-label={t('analytics.tone_below')}
                placeholder={t('analytics.tone_below')}
                value={rule.below ?? null}
                onChange={(below) =>
                  (below !== null || rule.from !== undefined) &&
                  onSettings(
                    (now) => ({ ...now, tones: now.tones.with(at, put(now.tones[at]!, 'below', below ?? undefined)) }),
                    `below ${at}`,
                  )
                }
              />
              <Select
                size="small"
                disabled={readOnly}
                aria-label={t('analytics.colour')}
                value={rule.tone}
                options={chartTones.map((tone) => ({ value: tone, label: t(`analytics.tone.${tone}`) }))}
                onChange={(tone: ChartTone) => setTone(at, { tone })}
              />
              {!readOnly && (
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('ui.action.remove')}
                  onClick={() => onSettings((now) => ({ ...now, tones: now.tones.toSpliced(at, 1) }))}
                >
                  <CloseOutlined />
                </button>
              )}
            </div>
          ))}
          {!readOnly && (
            <Button
              size="small"
              type="dashed"
              icon={<PlusOutlined />}
              onClick={() =>
                onSettings((now) => ({ ...now, tones: [...now.tones, { of: first.id, from: 0, tone: 'good' }] }))
              }
            >
              {t('analytics.tone_add')}
            </Button>
          )}
        </InspectorSection>
      )}
    </>
  );
}
