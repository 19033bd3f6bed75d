import { ArrowDownOutlined, CloseOutlined } from '@ant-design/icons';
import { mostDrillSteps, type DrillStep } from '@formwork/contract/analytics/chart.ts';
import { drilledUse } from '@formwork/contract/analytics/definition.ts';
import { pathsBelow, type SeenHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import { textIn } from '@formwork/contract/text.ts';
import { dateSteps } from '@formwork/contract/views/pivot.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { put } from './edits.ts';
import type { SettingsProps } from './Inspector.tsx';
import { nameOfUse } from '../../parts/name-of-use.ts';

/** What a click leads down to, level by level, from the first key. */
export function DrillSettings({
  settings,
  fields,
  hierarchies,
  readOnly,
  onSettings,
}: SettingsProps & { hierarchies: readonly SeenHierarchy[] }) {
  const t = useT();
  const locale = useLocale();
  const first = drilledUse(settings);
  const levels = settings.drill ?? [];
  if (!first) return null;
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const set = (drill: DrillStep[]) => onSettings((now) => put(now, 'drill', drill.length === 0 ? undefined : drill));
  const paths = pathsBelow(first, hierarchies, (id) => fieldOf(id)?.time === true);
  return (
    <InspectorSection title={t('analytics.drill')}>
      <p className="analytics-quiet">{nameOfUse(first, fieldOf, locale, t)}</p>
      {levels.map((level, at) => (
        <div key={at} className="chart-tone" role="group" aria-label={t('analytics.drill_level', { number: at + 1 })}>
          <ArrowDownOutlined />
          <span className="chart-drill-name">
            {textIn(fieldOf(level.field)?.title, locale) || t('analytics.field_gone')}
            {level.level !== undefined && ` · ${t('analytics.department_level', { number: level.level })}`}
          </span>
          {fieldOf(level.field)?.time && (
            <Select
              size="small"
              disabled={readOnly}
              aria-label={t('analytics.stretch')}
              value={level.step ?? 'day'}
              options={dateSteps.map((step) => ({ value: step, label: t(`analytics.step.${step}`) }))}
              onChange={(step) => set(levels.with(at, { ...level, step }))}
            />
          )}
          {!readOnly && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('ui.action.remove')}
              onClick={() => set(levels.toSpliced(at, 1))}
            >
              <CloseOutlined />
            </button>
          )}
        </div>
      ))}
      {!readOnly && paths.length > 0 && (
        <Select
          size="small"
          aria-label={t('analytics.drill_along')}
          placeholder={t('analytics.drill_along')}
          value={paths.find(({ steps }) => JSON.stringify(steps) === JSON.stringify(levels))?.id ?? null}
          options={paths.map(({ id, title }) => ({
            value: id,
            label: title ? textIn(title, locale) : t('analytics.drill_time'),
          }))}
          onChange={(id: string | null) => {
            const path = paths.find((one) => one.id === id);
            if (path) set(path.steps);
          }}
        />
      )}
      {!readOnly && levels.length < mostDrillSteps && (
        <Select
          size="small"
          aria-label={t('analytics.drill_add')}
          placeholder={t('analytics.drill_add')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(field: string | null) =>
            field !== null && set([...levels, { field, ...(fieldOf(field)?.time && { step: 'day' as const }) }])
          }
        />
      )}
    </InspectorSection>
  );
}
