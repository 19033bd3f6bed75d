import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import {
  canCompare,
  comparesWithTime,
  comparisonSigns,
  systemTime,
  type Comparison,
  type ComparisonOperator,
} from '@formwork/contract/forms/comparisons.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Space } from 'antd';
import { fieldsOf } from './edits.ts';
import { Choose } from './inspector-parts.tsx';

interface Props {
  definition: FormDefinition;
  field: Field;
  table: string | undefined;
  onChange: (compare: Comparison[] | undefined) => void;
}

const operators = Object.keys(comparisonSigns) as ComparisonOperator[];

/** What a number, a day or a time must be greater or less than: another field of its kind, or the system's time. */
export function Comparisons({ definition, field, table, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const kind = fieldKind(field);
  if (!canCompare(kind)) return null;
  const others = [...(table === undefined ? [] : fieldsOf(definition, table)), ...definition.fields].filter(
    (other) => other.id !== field.id && fieldKind(other) === kind,
  );
  const choices = [
    ...(comparesWithTime(kind) ? [{ value: systemTime, label: t('design.field.compare_now') }] : []),
    ...others.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
  ];
  const chosen = field.compare ?? [];
  const set = (next: Comparison[]) => onChange(next.length > 0 ? next : undefined);
  const first = choices[0];
  if (!first && chosen.length === 0) return null;
  return (
    <div className="designer-line" role="group" aria-label={t('design.field.compare')}>
      <span>{t('design.field.compare')}</span>
      {chosen.map((comparison, index) => (
        <Space.Compact key={index} block className="designer-compare">
          <Choose
            aria-label={t('design.field.compare_operator')}
            value={comparison.operator}
            onChange={(operator) => set(chosen.with(index, { ...comparison, operator }))}
            options={operators.map((value) => ({ value, label: t(`design.compare.${value}`) }))}
          />
          <Choose
            aria-label={t('design.field.compare_to')}
            value={comparison.to}
            onChange={(to) => set(chosen.with(index, { ...comparison, to }))}
            options={choices}
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('design.field.compare_remove')}
            onClick={() => set(chosen.toSpliced(index, 1))}
          />
        </Space.Compact>
      ))}
      {first && chosen.length < 10 && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => set([...chosen, { operator: 'gte', to: first.value }])}
        >
          {t('design.field.compare_add')}
        </Button>
      )}
    </div>
  );
}
