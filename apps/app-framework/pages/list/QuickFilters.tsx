import { CloseOutlined } from '@ant-design/icons';
import { comparisonFits, isAll, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import { operators, operatorsFor, type Operator } from '@formwork/contract/condition/operators.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { OperandEditor } from '@formwork/records-ui/conditions/OperandEditor.tsx';
import { operatorKey } from '@formwork/records-ui/conditions/condition-text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import type { ListView } from '../../paths.ts';

/** Filters of one click, kept in the one filter of the list: what is set here stands among its chips. */
export function QuickFilters({
  ids,
  fields,
  view,
  onView,
}: {
  ids: readonly string[];
  fields: ReadonlyMap<string, Field>;
  view: ListView;
  onView: (change: Partial<ListView>) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const parts = view.filter === undefined ? [] : isAll(view.filter) ? view.filter.all : [view.filter];
  const set = (field: Field, comparison: Comparison | undefined) => {
    const others = parts.filter((part) => part !== ownPart(parts, field));
    const all = comparison ? [...others, comparison] : others;
    onView({ filter: all.length > 0 ? { all } : undefined });
  };
  return (
    <div className="fw-quick-filters" role="group" aria-label={t('views.quick.title')}>
      {ids
        .flatMap((id) => fields.get(id) ?? [])
        .map((field) => {
          const kind = fieldKind(field);
          const now = ownPart(parts, field);
          const title = textIn(field.title, locale);
          const choices = oneClick(kind);
          const operator = quickOperator(kind);
          return (
            <label key={field.id} className="fw-quick-filter">
              <span>{title}</span>
              {choices ? (
                <Select
                  size="small"
                  aria-label={title}
                  allowClear
                  value={now?.operator ?? null}
                  placeholder={t('views.quick.any')}
                  options={choices.map((value) => ({ value, label: t(operatorKey(value, kind)) }))}
                  onChange={(value: Operator | null | undefined) =>
                    set(field, value ? { field: field.id, operator: value } : undefined)
                  }
                />
              ) : (
                <OperandEditor
                  field={field}
                  operator={operator}
                  value={now?.value}
                  onChange={(value) => {
                    const next: Comparison = { field: field.id, operator, value };
                    set(
                      field,
                      value !== undefined && !(Array.isArray(value) && value.length === 0) && comparisonFits(next, kind)
                        ? next
                        : undefined,
                    );
                  }}
                />
              )}
              {now && !choices && (
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('views.quick.clear', { title })}
                  onClick={() => set(field, undefined)}
                >
                  <CloseOutlined />
                </button>
              )}
            </label>
          );
        })}
    </div>
  );
}

/** The comparison of the filter that a quick filter has written, or might have. */
function ownPart(parts: readonly Condition[], { id, ...field }: Field): Comparison | undefined {
  const kind = fieldKind(field);
  const choices = oneClick(kind);
  return parts.find(
    (part): part is Comparison =>
      'field' in part &&
      !('rows' in part) &&
      part.field === id &&
      (choices ? choices.includes(part.operator) : part.operator === quickOperator(kind)),
  );
}

/** Operators without a value stand for themselves. */
function oneClick(kind: ValueKind): Operator[] | undefined {
  if (kind === 'boolean') return ['isTrue', 'isFalse'];
  if (kind !== 'date' && kind !== 'dateTime' && kind !== 'dateRange' && kind !== 'dateTimeRange' && kind !== 'slot')
    return undefined;
  return operatorsFor(kind).filter((operator) => operators[operator] === 'none');
}

function quickOperator(kind: ValueKind): Operator {
  const offered = operatorsFor(kind);
  return (
    (['in', 'hasAny', 'within', 'contains', 'eq'] as const).find(
      (operator) => offered.includes(operator) && !(operator === 'in' && kind !== 'option'),
    ) ??
    offered[0] ??
    'isEmpty'
  );
}
