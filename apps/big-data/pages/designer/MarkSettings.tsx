import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { mostAhead, type ChartKind, type ChartMark } from '@formwork/contract/analytics/chart.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber, Select } from 'antd';
import type { SettingsProps } from './Inspector.tsx';

const marked: readonly ChartKind[] = ['line', 'area', 'bar', 'stacked', 'combined', 'scatter', 'bubble'];
const forecasting: readonly ChartKind[] = ['line', 'area', 'bar', 'combined'];
const stats = ['avg', 'median', 'min', 'max'] as const;

/** Lines, bands and the trend behind the figures. */
export function MarkSettings({ settings, readOnly, onSettings }: SettingsProps) {
  const t = useT();
  const { marks, kind } = settings;
  if (!marked.includes(kind)) return null;
  // only what goes on in stretches of time can be told ahead
  const inTime =
    forecasting.includes(kind) &&
    settings.slots.x?.[0]?.step !== undefined &&
    !(kind === 'area' && settings.look.stack);
  const set = (at: number, mark: ChartMark) =>
    onSettings((now) => ({ ...now, marks: now.marks.with(at, mark) }), `mark ${at}`);
  const add = (mark: ChartMark) => onSettings((now) => ({ ...now, marks: [...now.marks, mark] }));
  return (
    <InspectorSection title={t('analytics.marks')}>
      {marks.map((mark, at) => (
        <div key={at} className="chart-tone" role="group" aria-label={t(`analytics.mark.${mark.is}`)}>
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
      ))}
      {!readOnly && (
        <MenuButton
          className="analytics-tool"
          label={t('analytics.mark_add')}
          items={[
            { id: 'line', title: t('analytics.mark.line'), onSelect: () => add({ is: 'line', at: 'avg' }) },
            { id: 'band', title: t('analytics.mark.band'), onSelect: () => add({ is: 'band', from: 0, to: 1 }) },
            ...(inTime
              ? [
                  {
                    id: 'forecast',
                    title: t('analytics.mark.forecast'),
                    onSelect: () => add({ is: 'forecast', ahead: 6 }),
                  },
                ]
              : []),
            { id: 'trend', title: t('analytics.mark.trend'), onSelect: () => add({ is: 'trend' }) },
          ]}
        >
          <PlusOutlined /> {t('analytics.mark_add')}
        </MenuButton>
      )}
    </InspectorSection>
  );
}
