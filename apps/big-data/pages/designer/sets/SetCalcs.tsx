import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import type { RowCalc, SetField } from '@formwork/contract/analytics/dataset.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import { textIn } from '@formwork/contract/text.ts';
import { feelToSql } from '@formwork/etl/feel-sql.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input, Select } from 'antd';

interface Props {
  fields: readonly SetField[];
  readOnly: boolean;
  onFields: (change: (fields: SetField[]) => SetField[], group?: string) => void;
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const types: Record<SetKind, ValueType> = {
  text: 'text',
  number: 'decimal',
  date: 'date',
  dateTime: 'timestamptz',
  boolean: 'boolean',
};

/** Fields that are worked out of others of their row: each of those has a letter in the expression. */
export function SetCalcs({ fields, readOnly, onFields }: Props) {
  const t = useT();
  const add = () => {
    const id = `c${Math.random().toString(36).slice(2, 10)}`;
    onFields((now) => {
      const count = now.filter(({ calc }) => calc).length + 1;
      const title = { zh: t('analytics.set.calc.name', { count }) };
      return [...now, { id, column: '', title, kind: 'number', calc: { expression: '', parts: [] } }];
    });
  };
  return (
    <>
      {fields.map((field, at) =>
        field.calc ? (
          <CalcForm
            key={field.id}
            field={field}
            calc={field.calc}
            before={fields.filter((one, place) => !one.calc || place < at)}
            readOnly={readOnly}
            onCalc={(calc, group) =>
              onFields((now) => now.map((one) => (one.id === field.id ? { ...one, calc } : one)), group)
            }
          />
        ) : null,
      )}
      {!readOnly && fields.length > 0 && (
        <Button className="set-add-calc" size="small" type="dashed" icon={<PlusOutlined />} onClick={add}>
          {t('analytics.set.calc.add')}
        </Button>
      )}
    </>
  );
}

interface CalcProps {
  field: SetField;
  calc: RowCalc;
  before: readonly SetField[];
  readOnly: boolean;
  onCalc: (calc: RowCalc, group?: string) => void;
}

function CalcForm({ field, calc, before, readOnly, onCalc }: CalcProps) {
  const t = useT();
  const locale = useLocale();
  const { expression, parts } = calc;
  const title = textIn(field.title, locale);
  const free = letters.find((name) => !parts.some((part) => part.name === name));
  const options = before.map((one) => ({ value: one.id, label: textIn(one.title, locale) }));
  const columns = parts.map((part) => ({
    name: part.name,
    type: types[before.find(({ id }) => id === part.field)?.kind ?? 'text'],
    nullable: true,
  }));
  const compiled = expression.trim() === '' ? undefined : feelToSql(expression, columns);
  return (
    <div className="set-calc" role="group" aria-label={title}>
      <strong>{title}</strong>
      {parts.map((part, at) => (
        <div key={part.name} className="set-calc-part">
          <code>{part.name}</code>
          <Select
            size="small"
            disabled={readOnly}
            aria-label={t('analytics.calc_field', { name: part.name })}
            showSearch={{ optionFilterProp: 'label' }}
            value={options.some(({ value }) => value === part.field) ? part.field : undefined}
            options={options}
            onChange={(of: string) => onCalc({ ...calc, parts: parts.with(at, { ...part, field: of }) })}
          />
          {!readOnly && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('analytics.take_away', { field: part.name })}
              onClick={() => onCalc({ ...calc, parts: parts.toSpliced(at, 1) })}
            >
              <CloseOutlined />
            </button>
          )}
        </div>
      ))}
      {!readOnly && free !== undefined && before[0] && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onCalc({ ...calc, parts: [...parts, { name: free, field: before[0]!.id }] })}
        >
          {t('analytics.set.calc.part')}
        </Button>
      )}
      <Input
        disabled={readOnly}
        maxLength={2_000}
        aria-label={t('analytics.set.calc.expression', { field: title })}
        placeholder="a * b"
        value={expression}
        status={compiled && 'code' in compiled ? 'error' : ''}
        onChange={({ target }) => onCalc({ ...calc, expression: target.value }, `calc ${field.id}`)}
      />
      {compiled && 'code' in compiled && (
        <Alert type="error" title={t('analytics.set.calc.wrong', { part: compiled.part })} />
      )}
    </div>
  );
}
