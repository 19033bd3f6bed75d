import type { Field } from '@formwork/contract/forms/field.ts';
import { calendarModes, chartTypes, type ViewSettings, type ViewType } from '@formwork/contract/views/view.ts';
import { Checkbox, Form, InputNumber, Select } from 'antd';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { groupOptions } from './group-options.ts';
import { DimensionList, MeasureList } from './PivotFields.tsx';
import { fieldChoices, type FieldUse } from './view-fields.ts';

interface Props {
  type: ViewType;
  fields: readonly Field[];
  formId: string;
  settings: ViewSettings;
  onChange: (change: Partial<ViewSettings>) => void;
}

/** What a view of a type needs to know: the same in the list's dialog and on the pages of administrators. */
export function TypeFields({ type, fields, formId, settings, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  /** A choice of one field, written into the part of the settings that belongs to the type. */
  const one = (part: keyof ViewSettings, key: string, use: FieldUse, required = false) => {
    const now = (settings[part] ?? {}) as Record<string, unknown>;
    return (
      <Form.Item label={t(`views.field.${part}.${key}`)} required={required}>
        <Select
          aria-label={t(`views.field.${part}.${key}`)}
          allowClear={!required}
          showSearch={{ optionFilterProp: 'label' }}
          value={(now[key] as string | undefined) ?? null}
          placeholder={t(required ? 'views.field.choose' : 'views.field.none')}
          options={fieldChoices(fields, use, formId, locale)}
          notFoundContent={t('views.field.nothing_fits')}
          onChange={(value: string | null | undefined) =>
            onChange({ [part]: without({ ...now, [key]: value ?? undefined }) })
          }
        />
      </Form.Item>
    );
  };
  const card = (
    <Form.Item label={t('views.field.card')}>
      <Select
        mode="multiple"
        aria-label={t('views.field.card')}
        value={settings.card ?? []}
        maxCount={12}
        placeholder={t('views.field.card_hint')}
        options={fieldChoices(fields, 'any', formId, locale)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(ids: string[]) => onChange({ card: ids.length > 0 ? ids : undefined })}
      />
    </Form.Item>
  );
  const choice = (part: keyof ViewSettings, key: string, values: readonly string[], first: string) => {
    const now = (settings[part] ?? {}) as Record<string, unknown>;
    return (
      <Form.Item label={t(`views.field.${part}.${key}`)}>
        <Select
          aria-label={t(`views.field.${part}.${key}`)}
          value={(now[key] as string | undefined) ?? first}
          options={values.map((value) => ({ value, label: t(`views.${part}.${key}.${value}`) }))}
          onChange={(value: string) => onChange({ [part]: { ...now, [key]: value } })}
        />
      </Form.Item>
    );
  };
  const pivot = settings.pivot ?? { rows: [], columns: [], measures: [{ fn: 'count' as const }] };
  const analysis = (
    <>
      <DimensionList
        title={t('views.field.pivot.rows')}
        most={3}
        fields={fields}
        value={pivot.rows}
        onChange={(rows) => onChange({ pivot: { ...pivot, rows } })}
      />
      <DimensionList
        title={t('views.field.pivot.columns')}
        most={type === 'chart' ? 1 : 2}
        fields={fields}
        value={pivot.columns}
        onChange={(columns) => onChange({ pivot: { ...pivot, columns } })}
      />
      <MeasureList
        fields={fields}
        most={type === 'chart' ? 4 : 8}
        value={pivot.measures}
        onChange={(measures) => onChange({ pivot: { ...pivot, measures } })}
      />
    </>
  );
  const parts: Record<ViewType, () => React.ReactNode> = {
    list: () => null,
    calendar: () => (
      <>
        {one('calendar', 'start', 'time', true)}
        {one('calendar', 'end', 'end')}
        {one('calendar', 'colour', 'group')}
        {choice('calendar', 'mode', calendarModes, 'month')}
        {card}
      </>
    ),
    board: () => (
      <>
        {one('board', 'column', 'group', true)}
        {one('board', 'lane', 'group')}
        {one('board', 'sum', 'number')}
        <Limits fields={fields} settings={settings} onChange={onChange} />
        {card}
      </>
    ),
    gallery: () => (
      <>
        {one('gallery', 'cover', 'picture')}
        {choice('gallery', 'fit', ['cover', 'contain'], 'cover')}
        {card}
      </>
    ),
    gantt: () => (
      <>
        {one('gantt', 'start', 'time', true)}
        {one('gantt', 'end', 'end')}
        {one('gantt', 'after', 'before')}
        {one('gantt', 'progress', 'number')}
        {one('gantt', 'plannedStart', 'end')}
        {one('gantt', 'plannedEnd', 'end')}
      </>
    ),
    tree: () => <>{one('tree', 'by', 'tree', true)}</>,
    occupancy: () => (
      <>
        {one('occupancy', 'resource', 'resource', true)}
        {one('occupancy', 'start', 'time', true)}
        {one('occupancy', 'end', 'end')}
        {one('occupancy', 'colour', 'group')}
        {choice('occupancy', 'conflict', ['allow', 'show', 'refuse'], 'show')}
        {card}
      </>
    ),
    pivot: () => (
      <>
        {analysis}
        <Form.Item>
          <Checkbox
            checked={pivot.totals !== false}
            onChange={({ target }) => onChange({ pivot: { ...pivot, totals: target.checked } })}
          >
            {t('views.field.pivot.totals')}
          </Checkbox>
        </Form.Item>
      </>
    ),
    chart: () => (
      <>
        {choice('chart', 'type', chartTypes, 'column')}
        {analysis}
      </>
    ),
  };
  return <>{parts[type]()}</>;
}

/** The most cards of each column, for those that have a list of values. */
function Limits({ fields, settings: { board }, onChange }: Pick<Props, 'fields' | 'settings' | 'onChange'>) {
  const t = useT();
  const locale = useLocale();
  const field = fields.find(({ id }) => id === board?.column);
  const options =
    field && fieldKind(field) === 'option' ? groupOptions(field, locale).filter(({ retired }) => !retired) : [];
  if (!board || options.length === 0) return null;
  return (
    <Form.Item label={t('views.field.board.limits')} extra={t('views.field.board.limits_hint')}>
      <div className="fw-view-limits">
        {options.map(({ id, label }) => (
          <label key={id}>
            <span>{label}</span>
            <InputNumber
              min={1}
              max={10_000}
              precision={0}
              value={board.limits?.[id] ?? null}
              onChange={(most) =>
                onChange({ board: { ...board, limits: withoutEmpty({ ...board.limits, [id]: most }) } })
              }
            />
          </label>
        ))}
      </div>
    </Form.Item>
  );
}

/** Settings of a type that begins with something sensible. */
export function firstSettings(type: ViewType, fields: readonly Field[], formId: string): Partial<ViewSettings> {
  const first = (use: FieldUse) => fields.find((field) => fits(field, use, formId))?.id;
  const time = first('time');
  const group = fields.find((field) => fieldKind(field) === 'option')?.id ?? first('group');
  const starts: Partial<Record<ViewType, Partial<ViewSettings> | undefined>> = {
    calendar: time === undefined ? undefined : { calendar: { start: time } },
    board: group === undefined ? undefined : { board: { column: group } },
    gantt: time === undefined ? undefined : { gantt: { start: time } },
    tree: { tree: { by: '_department' } },
    pivot: { pivot: { rows: group === undefined ? [] : [{ field: group }], columns: [], measures: [{ fn: 'count' }] } },
    chart: {
      pivot: { rows: group === undefined ? [] : [{ field: group }], columns: [], measures: [{ fn: 'count' }] },
      chart: { type: 'column' },
    },
    gallery: { gallery: {} },
    occupancy:
      time === undefined
        ? undefined
        : { occupancy: { resource: first('resource') ?? '_owner', start: time, conflict: 'show' } },
  };
  return starts[type] ?? {};
}

function fits(field: Field, use: FieldUse, formId: string): boolean {
  return fieldChoices([field], use, formId, 'zh-CN').length > 0;
}

function without(part: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
}

function withoutEmpty(limits: Record<string, number | null>): Record<string, number> {
  return Object.fromEntries(Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== null));
}
