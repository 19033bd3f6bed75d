import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { isComputed, newElementId, type Field } from '@formwork/contract/forms/field.ts';
import type { RowGenerator, RowSource } from '@formwork/contract/forms/row-generator.ts';
import type { ExpressionType } from '@formwork/contract/records/expressions.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Segmented } from 'antd';
import { FormulaInput } from './FormulaInput.tsx';
import { Choose, Line, TextPair } from './inspector-parts.tsx';
import { firstTitle } from './new-texts.ts';

/** What a row is made for is a day, a number, an option or anything a list holds. */
const each: Record<string, ExpressionType> = { each: { kind: 'any' } };

/** Rules by which people make many rows of a slave table at once. */
export function GeneratorEditor({
  definition,
  table,
  onChange,
}: {
  definition: FormDefinition;
  table: SlaveTable;
  onChange: (rules: RowGenerator[] | undefined) => void;
}) {
  const t = useT();
  const rules = table.generators ?? [];
  const set = (next: RowGenerator[]) => onChange(next.length > 0 ? next : undefined);
  const add = () =>
    set([
      ...rules,
      {
        id: newElementId(),
        title: firstTitle('design.generator.title'),
        source: { by: 'range', from: '', to: '' },
        values: [],
      },
    ]);
  return (
    <>
      <h3>{t('design.generator.rules')}</h3>
      {rules.map((rule, at) => (
        <div key={rule.id} className="designer-filling">
          <TextPair
            label={t('design.field.title')}
            value={rule.title}
            onChange={(title) => set(rules.with(at, { ...rule, title: title ?? { zh: '' } }))}
          />
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.form.remove')}
            title={t('design.form.remove')}
            onClick={() => set(rules.toSpliced(at, 1))}
          >
            <DeleteOutlined />
          </button>
          <Source
            definition={definition}
            source={rule.source}
            onChange={(source) => set(rules.with(at, { ...rule, source }))}
          />
          <Values
            definition={definition}
            table={table}
            rule={rule}
            onChange={(values) => set(rules.with(at, { ...rule, values }))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} disabled={rules.length >= 20} onClick={add}>
        {t('design.generator.add')}
      </Button>
    </>
  );
}

function Source({
  definition,
  source,
  onChange,
}: {
  definition: FormDefinition;
  source: RowSource;
  onChange: (source: RowSource) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const withOptions = [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)].filter((field) =>
    Array.isArray((field.config as { options?: unknown }).options),
  );
  const start = {
    range: { by: 'range', from: '', to: '' },
    list: { by: 'list', list: '' },
    options: { by: 'options', field: withOptions[0]?.id ?? '' },
  } satisfies Record<RowSource['by'], RowSource>;
  return (
    <div className="designer-generator">
      <Line label={t('design.generator.for_each')}>
        <Segmented
          block
          value={source.by}
          onChange={(by) => by !== source.by && onChange(start[by])}
          options={(['range', 'options', 'list'] as const).map((by) => ({
            value: by,
            label: t(`design.generator.by_${by}`),
            disabled: by === 'options' && withOptions.length === 0,
          }))}
        />
      </Line>
      {source.by === 'range' && (
        <>
          <FormulaInput
            definition={definition}
            table={undefined}
            label={t('design.generator.from')}
            value={source.from}
            onChange={(from) => onChange({ ...source, from: from ?? '' })}
          />
          <FormulaInput
            definition={definition}
            table={undefined}
            label={t('design.generator.to')}
            value={source.to}
            onChange={(to) => onChange({ ...source, to: to ?? '' })}
          />
        </>
      )}
      {source.by === 'list' && (
        <FormulaInput
          definition={definition}
          table={undefined}
          label={t('design.generator.list')}
          value={source.list}
          onChange={(list) => onChange({ ...source, list: list ?? '' })}
        />
      )}
      {source.by === 'options' && (
        <Line label={t('design.generator.options_of')}>
          <Choose
            value={source.field}
            options={withOptions.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
            onChange={(field) => onChange({ by: 'options', field })}
          />
        </Line>
      )}
    </div>
  );
}

function Values({
  definition,
  table,
  rule,
  onChange,
}: {
  definition: FormDefinition;
  table: SlaveTable;
  rule: RowGenerator;
  onChange: (values: RowGenerator['values']) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const fields: Field[] = table.fields.filter((field) => !isComputed(field));
  const { values } = rule;
  const free = fields.find(({ id }) => !values.some(({ field }) => field === id));
  return (
    <div className="designer-generator">
      <p className="designer-hint">{t('design.generator.each_hint')}</p>
      {values.map(({ field, value }, at) => (
        <div key={field} className="designer-filling">
          <Choose
            value={field}
            aria-label={t('design.form.fill_field')}
            onChange={(next) => onChange(values.with(at, { field: next, value }))}
            options={fields.map(({ id, title }) => ({
              value: id,
              label: textIn(title, locale),
              disabled: id !== field && values.some((other) => other.field === id),
            }))}
          />
          <button
            type="button"
            className="fw-icon-button"
            aria-label={t('design.form.remove')}
            title={t('design.form.remove')}
            onClick={() => onChange(values.toSpliced(at, 1))}
          >
            <DeleteOutlined />
          </button>
          <FormulaInput
            definition={definition}
            table={undefined}
            also={each}
            label={t('design.form.fill_value')}
            value={value}
            onChange={(next) => onChange(values.with(at, { field, value: next ?? '' }))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={!free || values.length >= 50}
        onClick={() => free && onChange([...values, { field: free.id, value: 'each' }])}
      >
        {t('design.form.add_filling')}
      </Button>
    </div>
  );
}
