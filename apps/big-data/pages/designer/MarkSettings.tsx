import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { marksOf, trendedUses } from '@formwork/chart/reads.ts';
import { mostAhead, type ChartMark } from '@formwork/contract/analytics/chart.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber, Select } from 'antd';
import { Fragment } from 'react';
import { nameOfUse } from '../../parts/name-of-use.ts';
import { TextPair } from '../../parts/TextPair.tsx';
import { put } from './edits.ts';
import { HueSelect } from './HueSelect.tsx';
import type { SettingsProps } from './Inspector.tsx';

const begun: Record<ChartMark['is'], ChartMark> = {
  line: { is: 'line', at: 'avg' },
  band: { is: 'band', from: 0, to: 1 },
  trend: { is: 'trend' },
  forecast: { is: 'forecast', ahead: 6 },
};
const all = 'all';
const stats = ['avg', 'median', 'min', 'max'] as const;

/** Lines, bands and the trend behind the figures. */
export function MarkSettings({ settings, fields, readOnly, onSettings }: SettingsProps) {
  const t = useT();
  const locale = useLocale();
  const { marks } = settings;
  const offered = marksOf(settings);
  if (offered.length === 0) return null;
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const figures = trendedUses(settings);
  const set = (at: number, mark: ChartMark) =>
    onSettings((now) => ({ ...now, marks: now.marks.with(at, mark) }), `mark ${at}`);
  const add = (mark: ChartMark) => onSettings((now) => ({ ...now, marks: [...now.marks, mark] }));
  return (
    <InspectorSection title={t('analytics.marks')}>
      {marks.map((mark, at) => (
        <Fragment key={at}>
          <div className="chart-tone" role="group" aria-label={t(`analytics.mark.${mark.is}`)}>
            <span>{t(`analytics.mark.${mark.is}`)}</span>
            {mark.is === 'line' && (
              <>
                <Select
                  size="small"
                  disabled={readOnly}
                  aria-label={t('analytics.mark.line')}
                  value={typeof mark.at === 'number' ? 'value' : mark.at}
                  options={[
                    { value: 'value', label: t('analytics.mark.value') },
                    ...stats.map((stat) => ({ value: stat, label: t(`charts.word.${stat}`) })),
                  ]}
                  onChange={(next: string) => set(at, { ...mark, at: next === 'value' ? 0 : (next as 'avg') })}
                />
                {typeof mark.at === 'number' && (
                  <InputNumber
                    size="small"
                    disabled={readOnly}
                    aria-label={t('analytics.mark.value')}
                    value={mark.at}
                    onChange={(value) => value !== null && set(at, { ...mark, at: value })}
                  />
                )}
              </>
            )}
            {mark.is === 'band' &&
              (['from', 'to'] as const).map((side) => (
                <InputNumber
                  key={side}
                  size="small"
                  disabled={readOnly}
                  aria-label={t(`analytics.mark.${side}`)}
                  value={mark[side]}
                  onChange={(value) => value !== null && set(at, { ...mark, [side]: value })}
                />
              ))}
            {mark.is === 'forecast' && (
              <InputNumber
                size="small"
                disabled={readOnly}
                min={1}
                max={mostAhead}
                precision={0}
                aria-label={t('analytics.mark.ahead')}
                value={mark.ahead}
                onChange={(ahead) => ahead !== null && set(at, { ...mark, ahead })}
              />
            )}
            {(mark.is === 'line' || mark.is === 'band') && (
              <HueSelect
                small
                readOnly={readOnly}
                label={t('analytics.colour')}
                value={mark.hue}
                onHue={(hue) => set(at, put(mark, 'hue', hue))}
              />
            )}
            {(mark.is === 'trend' || mark.is === 'forecast') && figures.length > 1 && (
              <Select
                size="small"
                disabled={readOnly}
                aria-label={t('analytics.tone_of')}
                value={mark.of ?? all}
                options={[
                  { value: all, label: t('analytics.all') },
                  ...figures.map((use) => ({ value: use.id, label: nameOfUse(use, fieldOf, locale, t) })),
                ]}
                onChange={(of: string) => set(at, put(mark, 'of', of === all ? undefined : of))}
              />
            )}
            {!readOnly && (
              <button
                type="button"
                className="fw-icon-button"
                aria-label={t('ui.action.remove')}
                onClick={() => onSettings((now) => ({ ...now, marks: now.marks.toSpliced(at, 1) }))}
              >
                <CloseOutlined />
              </button>
            )}
          </div>
          {(mark.is === 'line' || mark.is === 'band') && (
            <TextPair
              label={t('analytics.mark.words')}
              value={mark.label}
              readOnly={readOnly}
              onChange={(label) => set(at, put(mark, 'label', label.zh === '' && !label.en ? undefined : label))}
            />
          )}
        </Fragment>
      ))}
      {!readOnly && (
        <MenuButton
          className="analytics-tool"
          label={t('analytics.mark_add')}
          items={offered.map((is) => ({ id: is, title: t(`analytics.mark.${is}`), onSelect: () => add(begun[is]) }))}
        >
          <PlusOutlined /> {t('analytics.mark_add')}
        </MenuButton>
      )}
    </InspectorSection>
  );
}
