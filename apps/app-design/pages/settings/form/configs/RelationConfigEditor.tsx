import { DeleteOutlined } from '@ant-design/icons';
import { operators, operatorsFor, type Operator } from '@formwork/contract/condition/operators.ts';
import { cardinalities, type Choosable, type RelationConfig } from '@formwork/contract/forms/field-types/relation.ts';
import { fieldKind, isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { offeredOperators, operatorKey } from '@formwork/records-ui/conditions/condition-text.ts';
import { OperandEditor } from '@formwork/records-ui/conditions/OperandEditor.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { Choose, Line } from '../inspector-parts.tsx';
import { allFields, fieldOptions, fieldsBeside, useFormOptions, useTargetDefinition } from './linked-forms.ts';
import { ChoicePart, FlagPart, NumberPart, withSetting, type ConfigProps } from './parts.tsx';

const onDelete = ['refuse', 'clear'] as const;

/** Which form, how many of its records, which of them, and what comes along with one. */
export function RelationConfigEditor(props: ConfigProps<RelationConfig>) {
  const t = useT();
  const locale = useLocale();
  const { config, onChange, definition, table } = props;
  const forms = useFormOptions({ drafts: true });
  const target = useTargetDefinition(config.form, definition);
  const theirs = target ? allFields(target) : [];
  const beside = fieldsBeside(definition, table);
  const choose = (form: string) => {
    const { columns: _columns, choosable: _choosable, fill: _fill, ...rest } = config;
    onChange({ ...rest, form });
  };
  return (
    <>
      <Line label={t('design.config.relation_form')}>
        <Choose
          showSearch={{ optionFilterProp: 'label' }}
          loading={forms.length === 0}
          value={config.form || undefined}
          onChange={choose}
          options={forms}
        />
      </Line>
      <ChoicePart
        {...props}
        name="cardinality"
        label={t('design.config.cardinality')}
        options={cardinalities}
        labels="design.config.cardinality_"
      />
      {config.cardinality === 'manyToMany' && (
        <NumberPart {...props} name="max" label={t('design.config.relation_max')} min={1} max={500} />
      )}
      <ChoicePart
        {...props}
        name="onDelete"
        label={t('design.config.on_delete')}
        options={onDelete}
        labels="design.config.on_delete_"
      />
      <Line label={t('design.config.relation_columns')}>
        <Choose
          mode="multiple"
          maxCount={20}
          disabled={!target}
          loading={config.form !== '' && !target}
          value={config.columns ?? []}
          onChange={(columns: string[]) =>
            onChange(withSetting(config, 'columns', columns.length > 0 ? columns : undefined))
          }
          options={fieldOptions(theirs, locale)}
        />
      </Line>
      {target && (
        <ChoosableLines
          choosable={config.choosable ?? []}
          theirs={theirs}
          own={table === undefined ? definition.fields : [...beside, ...definition.fields]}
          onChange={(choosable) =>
            onChange(withSetting(config, 'choosable', choosable.length > 0 ? choosable : undefined))
          }
        />
      )}
      {target && config.cardinality !== 'manyToMany' && (
        <FillLines
          fill={config.fill ?? []}
          theirs={theirs}
          own={beside.filter((field) => !isComputed(field) && field.type !== 'attachment')}
          onChange={(fill) => onChange(withSetting(config, 'fill', fill.length > 0 ? fill : undefined))}
        />
      )}
      <FlagPart {...props} name="noCreate" label={t('design.config.no_create')} />
      <FlagPart {...props} name="noReverse" label={t('design.config.no_reverse')} />
    </>
  );
}

/** Comparisons that a record must stand to be chosen; each takes a fixed value or that of a field of this record. */
function ChoosableLines({
  choosable,
  theirs,
  own,
  onChange,
}: {
  choosable: Choosable[];
  theirs: readonly Field[];
  own: readonly Field[];
  onChange: (choosable: Choosable[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const change = (at: number, one: Choosable) => onChange(choosable.map((old, index) => (index === at ? one : old)));
  return (
    <fieldset className="designer-line">
      <legend>{t('design.config.choosable')}</legend>
      {choosable.map((one, at) => {
        const field = theirs.find(({ id }) => id === one.field);
        const shape = operators[one.operator];
        const asksValue = shape !== 'none';
        const takesField = shape === 'one' || shape === 'list';
        return (
          <div key={at} className="designer-pairs">
            <Choose
              aria-label={t('design.config.choosable_field')}
              value={one.field}
              options={fieldOptions(theirs, locale)}
              onChange={(id: string) =>
                change(at, { field: id, operator: operatorsFor(kindIn(theirs, id))[0] ?? 'isEmpty' })
              }
            />
            <Choose
              aria-label={t('design.config.choosable_operator')}
              value={one.operator}
              options={
                field
                  ? offeredOperators(fieldKind(field)).map((operator) => ({
                      value: operator,
                      label: t(operatorKey(operator, fieldKind(field)), { count: 'N' }),
                    }))
                  : []
              }
              onChange={(operator: Operator) => change(at, { field: one.field, operator })}
            />
            {takesField && (
              <Choose
                aria-label={t('design.config.choosable_from')}
                allowClear
                placeholder={t('design.config.choosable_fixed')}
                value={one.from}
                options={fieldOptions(own, locale)}
                onChange={(from?: string) =>
                  change(at, { field: one.field, operator: one.operator, ...(from !== undefined && { from }) })
                }
              />
            )}
            {asksValue && one.from === undefined && field && (
              <OperandEditor
                field={field}
                operator={one.operator}
                value={one.value}
                onChange={(value) => change(at, withSetting(one, 'value', value))}
              />
            )}
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('design.config.remove_line')}
              onClick={() => onChange(choosable.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <Button
        size="small"
        disabled={theirs.length === 0}
        onClick={() => {
          const [first] = theirs;
          if (first)
            onChange([...choosable, { field: first.id, operator: operatorsFor(fieldKind(first))[0] ?? 'isEmpty' }]);
        }}
      >
        {t('design.config.choosable_add')}
      </Button>
    </fieldset>
  );
}

function kindIn(fields: readonly Field[], id: string) {
  const field = fields.find((one) => one.id === id);
  return field ? fieldKind(field) : 'text';
}

/** Which field of the chosen record fills which field of this one. */
function FillLines({
  fill,
  theirs,
  own,
  onChange,
}: {
  fill: { from: string; to: string }[];
  theirs: readonly Field[];
  own: readonly Field[];
  onChange: (fill: { from: string; to: string }[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const change = (at: number, one: { from: string; to: string }) =>
    onChange(fill.map((old, index) => (index === at ? one : old)));
  const fitting = (from: string): readonly Field[] =>
    own.filter((field) => fieldKind(field) === kindIn(theirs, from) || fieldKind(field) === 'text');
  return (
    <fieldset className="designer-line">
      <legend>{t('design.config.fill')}</legend>
      {fill.map((one, at) => (
        <div key={at} className="designer-pairs">
          <Choose
            aria-label={t('design.config.fill_from')}
            value={one.from}
            options={fieldOptions(theirs, locale)}
            onChange={(from: string) => change(at, { from, to: fitting(from)[0]?.id ?? '' })}
          />
          <Choose
            aria-label={t('design.config.fill_to')}
            value={one.to || undefined}
            options={fieldOptions(fitting(one.from), locale)}
            onChange={(to: string) => change(at, { ...one, to })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('design.config.remove_line')}
            onClick={() => onChange(fill.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        disabled={theirs.length === 0 || own.length === 0}
        onClick={() => {
          const first = theirs.find(({ id }) => fitting(id).length > 0);
          if (first) onChange([...fill, { from: first.id, to: fitting(first.id)[0]?.id ?? '' }]);
        }}
      >
        {t('design.config.fill_add')}
      </Button>
    </fieldset>
  );
}
