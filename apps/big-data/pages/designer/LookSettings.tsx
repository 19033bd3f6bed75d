import { chartTones, type ChartLook, type ChartTone } from '@formwork/contract/analytics/chart.ts';
import { isFigure } from '@formwork/contract/analytics/definition.ts';
import { gapsOf, readsLook, tonedUses } from '@formwork/chart/reads.ts';
import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber, Select, Switch } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { put } from './edits.ts';
import type { SettingsProps } from './Inspector.tsx';
import { nameOfUse } from '../../parts/name-of-use.ts';

const byItself = 'auto';

type Gaps = NonNullable<ChartLook['gaps']>;

const flags = ['flat', 'smooth', 'stack', 'log', 'zoom', 'totals'] as const;

/** Legend, labels, axes and colours by rules: only what the kind has. */
export function LookSettings({ settings, fields, readOnly, onSettings }: SettingsProps) {
  const t = useT();
  const locale = useLocale();
  const { look, kind, tones } = settings;
  const set = <K extends keyof ChartLook>(key: K, value: ChartLook[K] | undefined, group?: string) =>
    onSettings((now) => ({ ...now, look: put(now.look, key, value) }), group);
  const figures = tonedUses(settings).filter(
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
        {readsLook(kind, 'legend') && (
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
        {readsLook(kind, 'labels') && (
          <FieldRow label={t('analytics.look.labels')}>
            <Select
              disabled={readOnly}
              value={look.labels === undefined ? byItself : look.labels ? 'on' : 'off'}
              options={[
                { value: byItself, label: t('analytics.by_itself') },
                ...['on', 'off'].map((value) => ({ value, label: t(`analytics.labels.${value}`) })),
              ]}
              onChange={(value: string) => set('labels', value === byItself ? undefined : value === 'on')}
            />
          </FieldRow>
        )}
        {flags
          .filter((flag) => readsLook(kind, flag))
          .map((flag) => (
            <FieldRow key={flag} label={t(`analytics.look.${flag}`)}>
              <Switch
                disabled={readOnly}
                checked={look[flag] ?? flag === 'totals'}
                onChange={(value) => set(flag, value === (flag === 'totals') ? undefined : value)}
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
        {readsLook(kind, 'bounds') &&
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
        {readsLook(kind, 'better') && (
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
