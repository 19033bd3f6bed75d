import { isAll, type RowsComparison, rowsFunctions } from '@formwork/contract/condition/condition.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { Select } from '@formwork/web/inputs/heavy-inputs.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { ConditionFields } from './condition-fields.ts';
import { operatorKey } from './condition-text.ts';
import { asGroup, newRows, type Group } from './edit.ts';
import { RemoveButton } from './RemoveButton.tsx';

const comparing = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;

interface RowsEditorProps {
  fields: ConditionFields;
  value: RowsComparison;
  onChange: (value: RowsComparison | undefined) => void;
  /** Draws what the rows themselves must be: a condition within the condition. */
  drawGroup: (group: { fields: ConditionFields; value: Group; onChange: (value: Group) => void }) => ReactNode;
}

/** Rows of a slave table or records of a relation: how many fit, or what a number of theirs comes to. */
export function RowsEditor({ fields, value, onChange, drawGroup }: RowsEditorProps) {
  const t = useT();
  const locale = useLocale();
  const source = fields.rows?.find(({ id }) => id === value.rows);
  const numbers =
    source?.fields.list.filter(({ id }) => source.fields.kindOf(id) === 'number' && !(id in systemFields)) ?? [];
  const way =
    value.fn !== 'count'
      ? value.fn
      : value.operator === 'gt' && Number(value.value) === 0
        ? 'some'
        : value.operator === 'eq' && Number(value.value) === 0
          ? 'none'
          : 'count';
  const setWay = (next: string) => {
    const { field: _field, ...rest } = value;
    if (next === 'some') onChange({ ...rest, fn: 'count', operator: 'gt', value: 0 });
    else if (next === 'none') onChange({ ...rest, fn: 'count', operator: 'eq', value: 0 });
    else if (next === 'count') onChange({ ...rest, fn: 'count', operator: 'gte', value: 2 });
    else
      onChange({
        ...rest,
        fn: next as RowsComparison['fn'],
        field: value.field ?? numbers[0]?.id,
        operator: 'gte',
        value: way === 'some' || way === 'none' ? undefined : value.value,
      });
  };
  const where: Group = value.where ? asGroup(value.where) : { all: [] };
  const setWhere = (next: Group) => {
    const { where: _before, ...rest } = value;
    onChange((isAll(next) ? next.all : next.any).length > 0 ? { ...rest, where: next } : rest);
  };
  return (
    <div className="fw-condition-rows">
      <div className="fw-condition">
        <Select
          className="fw-condition-field"
          aria-label={t('records.condition.rows')}
          value={source ? value.rows : null}
          placeholder={t('records.condition.gone_field')}
          options={(fields.rows ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(id: unknown) => onChange(newRows(String(id)))}
        />
        <Select
          className="fw-condition-operator"
          aria-label={t('records.condition.operator')}
          value={way}
          options={[
            'some',
            'none',
            'count',
            ...(numbers.length > 0 ? rowsFunctions.filter((fn) => fn !== 'count') : []),
          ].map((one) => ({ value: one, label: t(`records.condition.fn.${one}`) }))}
          onChange={(next: unknown) => setWay(String(next))}
        />
        {value.fn !== 'count' && (
          <Select
            className="fw-condition-operator"
            aria-label={t('records.condition.field')}
            value={value.field ?? null}
            options={numbers.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
            onChange={(field: unknown) => onChange({ ...value, field: String(field) })}
          />
        )}
        {way !== 'some' && way !== 'none' && (
          <>
            <Select
              className="fw-condition-operator"
              aria-label={t('records.condition.operator')}
              value={value.operator}
              options={comparing.map((operator) => ({ value: operator, label: t(operatorKey(operator, 'number')) }))}
              onChange={(operator: unknown) => onChange({ ...value, operator: operator as RowsComparison['operator'] })}
            />
            <Input
              className="fw-condition-days"
              inputMode="decimal"
              aria-label={t('records.condition.value')}
              value={typeof value.value === 'number' || typeof value.value === 'string' ? String(value.value) : ''}
              onChange={({ target }) =>
                onChange({
                  ...value,
                  value: /^-?\d{0,15}(\.\d{0,6})?$/.test(target.value) ? target.value : value.value,
                })
              }
            />
          </>
        )}
        <RemoveButton label={t('records.condition.remove')} onClick={() => onChange(undefined)} />
      </div>
      {source && drawGroup({ fields: source.fields, value: where, onChange: setWhere })}
    </div>
  );
}
