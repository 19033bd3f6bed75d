import type { KeyOption } from '@formwork/chart/reads.ts';
import { isFigure } from '@formwork/contract/analytics/definition.ts';
import type { SourceField } from '@formwork/contract/analytics/api.ts';
import { canLimit, comparisons, type ChartFunction, type ChartUse } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import { dateSteps } from '@formwork/contract/views/pivot.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Input, InputNumber, Select, Switch } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { functionsOf, wordOf } from '../../parts/name-of-use.ts';
import { TextPair } from '../../parts/TextPair.tsx';
import { CalcSettings } from './CalcSettings.tsx';
import { put } from './edits.ts';
import { HueSelect } from './HueSelect.tsx';
import { OnlyGroups } from './OnlyGroups.tsx';

interface Props {
  use: ChartUse;
  name: string;
  fields: readonly SourceField[];
  /** So many levels the department tree has, where the field holds names of departments. */
  depth: number | undefined;
  /** What the kind draws of its options. */
  offered: Offered;
  readOnly: boolean;
  onUse: (change: (use: ChartUse) => ChartUse, group?: string) => void;
}

/** Options of a use that change what is drawn where it stands. */
interface Offered {
  keys: readonly KeyOption[];
  hue: boolean;
  bins: boolean;
}

const noneChosen = 'none';

/** How one field is worked out, cut, put in order and written. */
export function UseSettings({ use, name, fields, depth, offered, readOnly, onUse }: Props) {
  const t = useT();
  const locale = useLocale();
  const field = fields.find(({ id }) => id === use.field);
  const figure = isFigure(use);
  const set = <K extends keyof ChartUse>(key: K, value: ChartUse[K] | undefined, group?: string) =>
    onUse((now) => put(now, key, value), group);
  const functions = functionsOf(field);
  const none = { value: noneChosen, label: t('analytics.none') };
  return (
    <InspectorSection title={name}>
      {field && (use.fn !== undefined || field.measure) && (
        <FieldRow label={t('analytics.worked_out')}>
          <Select
            disabled={readOnly}
            value={use.fn ?? noneChosen}
            options={[
              { value: noneChosen, label: t('analytics.fn.as_is') },
              ...functions.map((fn) => ({ value: fn, label: t(wordOf(fn, field)) })),
            ]}
            onChange={(fn: ChartFunction | typeof noneChosen) =>
              onUse((now) => {
                const { versus: _versus, only: _only, ...rest } = now;
                if (fn === noneChosen) return put(rest, 'fn', undefined);
                // a day is held against no number
                return field.time && (fn === 'min' || fn === 'max')
                  ? { ...put(now, 'only', undefined), fn }
                  : { ...now, fn };
              })
            }
          />
        </FieldRow>
      )}
      {use.calc && (
        <CalcSettings
          calc={use.calc}
          fields={fields}
          readOnly={readOnly}
          onCalc={(calc, group) => set('calc', calc, group)}
        />
      )}
      {!figure && field?.time && (
        <FieldRow label={t('analytics.stretch')}>
          <Select
            disabled={readOnly}
            value={use.step ?? noneChosen}
            options={[none, ...dateSteps.map((step) => ({ value: step, label: t(`analytics.step.${step}`) }))]}
            onChange={(step: string) => set('step', step === noneChosen ? undefined : (step as ChartUse['step']))}
          />
        </FieldRow>
      )}
      {!figure && depth !== undefined && depth > 1 && (
        <FieldRow label={t('analytics.departments')}>
          <Select
            disabled={readOnly}
            value={use.level ?? 0}
            options={[
              { value: 0, label: t('analytics.departments_own') },
              ...Array.from({ length: depth - 1 }, (_, at) => ({
                value: at + 1,
                label: t('analytics.department_level', { number: at + 1 }),
              })),
            ]}
            onChange={(level: number) => set('level', level === 0 ? undefined : level)}
          />
        </FieldRow>
      )}
      {figure && (
        <FieldRow label={t('analytics.compared')}>
          <Select
            disabled={readOnly}
            value={use.versus ?? noneChosen}
            options={[none, ...comparisons.map((way) => ({ value: way, label: t(`analytics.versus.${way}`) }))]}
            onChange={(way: string) => set('versus', way === noneChosen ? undefined : (way as ChartUse['versus']))}
          />
        </FieldRow>
      )}
      {canLimit(use) && !(field?.time && (use.fn === 'min' || use.fn === 'max')) && (
        <OnlyGroups
          only={use.only ?? []}
          readOnly={readOnly}
          onOnly={(only) => set('only', only.length === 0 ? undefined : only, `only ${use.id}`)}
        />
      )}
      {offered.bins && (
        <FieldRow label={t('analytics.bins')}>
          <InputNumber
            disabled={readOnly}
            min={2}
            max={200}
            precision={0}
            placeholder={t('analytics.by_itself')}
            value={use.bins ?? null}
            onChange={(bins) => set('bins', bins ?? undefined, `bins ${use.id}`)}
          />
        </FieldRow>
      )}
      {!figure && offered.keys.includes('sort') && (
        <FieldRow label={t('analytics.order')}>
          <Select
            disabled={readOnly}
            value={use.sort ? `${use.sort.by}${use.sort.desc ? ' desc' : ''}` : noneChosen}
            options={[
              { value: noneChosen, label: t('analytics.sort.own') },
              ...['value desc', 'value', 'label', 'label desc'].map((value) => ({
                value,
                label: t(`analytics.sort.${value.replace(' ', '_')}`),
              })),
            ]}
            onChange={(value: string) => {
              const [by, desc] = value.split(' ');
              set('sort', value === noneChosen ? undefined : { by: by as 'value', ...(desc && { desc: true }) });
            }}
          />
        </FieldRow>
      )}
      {!figure && offered.keys.includes('top') && (
        <>
          <FieldRow label={t('analytics.top')}>
            <InputNumber
              disabled={readOnly}
              min={1}
              max={1000}
              precision={0}
              placeholder={t('analytics.all')}
              value={use.top?.n ?? null}
              onChange={(n) =>
                set(
                  'top',
                  n === null ? undefined : { n, rest: use.top?.rest ?? offered.keys.includes('rest') },
                  `top ${use.id}`,
                )
              }
            />
          </FieldRow>
          {use.top && offered.keys.includes('rest') && (
            <FieldRow label={t('analytics.top_rest')}>
              <Switch
                disabled={readOnly}
                checked={use.top.rest}
                onChange={(on) => set('top', { ...use.top!, rest: on })}
              />
            </FieldRow>
          )}
        </>
      )}
      <TextPair
        label={t('analytics.own_title')}
        value={use.title}
        readOnly={readOnly}
        onChange={(title) => set('title', title.zh === '' && !title.en ? undefined : title, `title ${use.id}`)}
      />
      {figure && (
        <>
          <FieldRow label={t('analytics.format')}>
            <Select
              disabled={readOnly}
              value={use.format?.as ?? noneChosen}
              options={[
                { value: noneChosen, label: t('analytics.format_as.own') },
                ...(['plain', 'short', 'percent'] as const).map((as) => ({
                  value: as,
                  label: t(`analytics.format_as.${as}`),
                })),
              ]}
              onChange={(as: string) =>
                set('format', put(use.format ?? {}, 'as', as === noneChosen ? undefined : (as as 'plain')))
              }
            />
          </FieldRow>
          <FieldRow label={t('analytics.decimals')}>
            <InputNumber
              disabled={readOnly}
              min={0}
              max={10}
              precision={0}
              value={use.format?.decimals ?? null}
              onChange={(decimals) =>
                set('format', put(use.format ?? {}, 'decimals', decimals ?? undefined), `decimals ${use.id}`)
              }
            />
          </FieldRow>
          <FieldRow label={t('analytics.unit')}>
            <Input
              disabled={readOnly}
              maxLength={20}
              value={use.format?.unit ?? ''}
              onChange={({ target }) =>
                set('format', put(use.format ?? {}, 'unit', target.value || undefined), `unit ${use.id}`)
              }
            />
          </FieldRow>
          {offered.hue && (
            <FieldRow label={t('analytics.colour')}>
              <HueSelect readOnly={readOnly} value={use.hue} onHue={(hue) => set('hue', hue)} />
            </FieldRow>
          )}
        </>
      )}
      {field && use.title && <p className="analytics-quiet">{textIn(field.title, locale)}</p>}
    </InspectorSection>
  );
}
