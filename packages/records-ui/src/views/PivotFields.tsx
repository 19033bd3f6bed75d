import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import {
  dateSteps,
  measureNames,
  type DateStep,
  type Dimension,
  type Measure,
  type MeasureName,
} from '@formwork/contract/views/pivot.ts';
import { Button, Form, Select } from 'antd';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { fieldChoices } from './view-fields.ts';

const dated: ReadonlySet<string> = new Set(['date', 'dateTime', 'dateRange', 'dateTimeRange', 'slot']);

export function isDated(field: Field | undefined): boolean {
  return field !== undefined && dated.has(fieldKind(field));
}

/** What records are grouped by, one below the other. */
export function DimensionList({
  title,
  most,
  fields,
  value,
  onChange,
}: {
  title: string;
  most: number;
  fields: readonly Field[];
  value: readonly Dimension[];
  onChange: (value: Dimension[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const choices = fieldChoices(fields, 'group', '', locale);
  const byId = new Map(fields.map((field) => [field.id, field]));
  return (
    <Form.Item label={title}>
      <div className="fw-view-lines">
        {value.map((dimension, at) => (
          <div key={at} className="fw-view-line">
            <Select
              aria-label={title}
              showSearch={{ optionFilterProp: 'label' }}
              value={dimension.field}
              options={choices}
              onChange={(field: string) =>
                onChange(
                  value.map((one, place) =>
                    place === at ? { field, ...(isDated(byId.get(field)) && { step: 'month' as const }) } : one,
                  ),
                )
              }
            />
            {isDated(byId.get(dimension.field)) && (
              <Select
                aria-label={t('views.field.step')}
                value={dimension.step ?? 'day'}
                options={dateSteps.map((step) => ({ value: step, label: t(`views.step.${step}`) }))}
                onChange={(step: DateStep) =>
                  onChange(value.map((one, place) => (place === at ? { ...one, step } : one)))
                }
              />
            )}
            <Select
              aria-label={t('views.field.order')}
              value={dimension.descending ? 'down' : 'up'}
              options={[
                { value: 'up', label: t('views.order.up') },
                { value: 'down', label: t('views.order.down') },
              ]}
              onChange={(order: string) =>
                onChange(value.map((one, place) => (place === at ? { ...one, descending: order === 'down' } : one)))
              }
            />
            <Button
              type="text"
              icon={<CloseOutlined />}
              aria-label={t('views.field.remove')}
              onClick={() => onChange(value.filter((_one, place) => place !== at))}
            />
          </div>
        ))}
        {value.length < most && choices[0] && (
          <Button
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => {
              const field =
                choices.find((choice) => value.every((one) => one.field !== choice.value))?.value ?? choices[0]!.value;
              onChange([...value, { field, ...(isDated(byId.get(field)) && { step: 'month' as const }) }]);
            }}
          >
            {t('views.field.add')}
          </Button>
        )}
      </div>
    </Form.Item>
  );
}

/** What is worked out over each group. */
export function MeasureList({
  fields,
  most,
  value,
  onChange,
}: {
  fields: readonly Field[];
  most: number;
  value: readonly Measure[];
  onChange: (value: Measure[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const byId = new Map(fields.map((field) => [field.id, field]));
  const choices = fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
  const change = (at: number, next: Measure) => onChange(value.map((one, place) => (place === at ? next : one)));
  return (
    <Form.Item label={t('views.field.pivot.measures')} required>
      <div className="fw-view-lines">
        {value.map((measure, at) => (
          <div key={at} className="fw-view-line">
            <Select
              aria-label={t('views.field.measure')}
              value={measure.fn}
              options={measureNames.map((fn) => ({ value: fn, label: t(`views.measure.${fn}`) }))}
              onChange={(fn: MeasureName) => {
                const field = measure.field ?? fields.find((one) => measuresOf(one).includes(fn))?.id;
                change(
                  at,
                  fn === 'count'
                    ? { fn }
                    : {
                        fn,
                        ...(field !== undefined && measuresOf(byId.get(field)).includes(fn)
                          ? { field }
                          : { field: fields.find((one) => measuresOf(one).includes(fn))?.id ?? fields[0]?.id ?? '' }),
                      },
                );
              }}
            />
            {measure.fn !== 'count' && (
              <Select
                aria-label={t('views.field.measured')}
                showSearch={{ optionFilterProp: 'label' }}
                value={measure.field ?? null}
                options={choices.filter((choice) => measuresOf(byId.get(choice.value)).includes(measure.fn))}
                onChange={(field: string) => change(at, { fn: measure.fn, field })}
              />
            )}
            {value.length > 1 && (
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('views.field.remove')}
                onClick={() => onChange(value.filter((_one, place) => place !== at))}
              />
            )}
          </div>
        ))}
        {value.length < most && (
          <Button
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => onChange([...value, { fn: 'count' }])}
          >
            {t('views.field.add')}
          </Button>
        )}
      </div>
    </Form.Item>
  );
}

/** What can be worked out over the values of a field. */
export function measuresOf(field: Field | undefined): readonly MeasureName[] {
  if (!field) return [];
  const kind = fieldKind(field);
  if (kind === 'number') return measureNames.filter((fn) => fn !== 'count');
  const ordered = kind === 'date' || kind === 'dateTime' || kind === 'time';
  return ordered ? ['filled', 'empty', 'distinct', 'min', 'max'] : ['filled', 'empty', 'distinct'];
}
