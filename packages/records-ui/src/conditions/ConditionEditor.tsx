import { PlusOutlined } from '@ant-design/icons';
import {
  conditionDepth,
  isAll,
  isRows,
  type Comparison,
  type Condition,
} from '@formwork/contract/condition/condition.ts';
import { operators } from '@formwork/contract/condition/operators.ts';
import { isSystemField } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Suspense } from 'react';
import { Select } from '@formwork/web/inputs/heavy-inputs.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { ConditionFields } from './condition-fields.ts';
import { offeredOperators, operatorKey } from './condition-text.ts';
import './conditions.css';
import {
  added,
  childrenOf,
  isGroup,
  newComparison,
  newRows,
  replaced,
  withChildren,
  withOperator,
  type Group,
  type Path,
} from './edit.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { RowsEditor } from './RowsEditor.tsx';
import { OperandEditor } from './OperandEditor.tsx';

export interface ConditionEditorProps {
  fields: ConditionFields;
  /** May hold comparisons that are not complete yet; `settled` leaves them out. */
  value: Group;
  onChange: (value: Group) => void;
}

/** The one editor of conditions: groups of all or any, comparisons in the words of their fields. */
export function ConditionEditor(props: ConditionEditorProps) {
  return (
    <Suspense fallback={<div className="fw-condition-wait" />}>
      <GroupEditor {...props} root={props.value} group={props.value} path={[]} />
    </Suspense>
  );
}

export function GroupEditor({
  group,
  path,
  root,
  depth = 0,
  ...props
}: ConditionEditorProps & { root: Group; group: Group; path: Path; depth?: number }) {
  const t = useT();
  const { fields, onChange } = props;
  const children = childrenOf(group);
  const first = fields.list[0];
  const add = (part: Condition) => onChange(added(root, path, part));
  const comparison = first && newComparison(first.id, fields.kindOf(first.id) ?? 'text');
  return (
    <div
      className="fw-condition-group"
      data-nested={path.length > 0 || undefined}
      role="group"
      aria-label={t('records.condition.group')}
    >
      <div className="fw-condition-head">
        <Select
          size="small"
          aria-label={t('records.condition.join')}
          value={isAll(group) ? 'all' : 'any'}
          options={[
            { value: 'all', label: t('records.condition.all') },
            { value: 'any', label: t('records.condition.any') },
          ]}
          onChange={(join: unknown) =>
            onChange(replaced(root, path, join === 'all' ? { all: children } : { any: children }))
          }
        />
        {path.length > 0 && (
          <RemoveButton
            label={t('records.condition.remove_group')}
            onClick={() => onChange(replaced(root, path, undefined))}
          />
        )}
      </div>
      {children.map((child, index) => {
        const place = [...path, index];
        return isGroup(child) ? (
          <GroupEditor key={index} {...props} root={root} group={child} path={place} depth={depth} />
        ) : isRows(child) ? (
          <RowsEditor
            key={index}
            fields={fields}
            value={child}
            onChange={(next) => onChange(replaced(root, place, next))}
            drawGroup={(rows) => (
              <GroupEditor {...rows} root={rows.value} group={rows.value} path={[]} depth={depth + place.length + 1} />
            )}
          />
        ) : (
          <ComparisonEditor
            key={index}
            fields={fields}
            value={child}
            onChange={(next) => onChange(replaced(root, place, next))}
          />
        );
      })}
      <div className="fw-condition-add">
        {comparison && (
          <button type="button" onClick={() => add(comparison)}>
            <PlusOutlined /> {t('records.condition.add')}
          </button>
        )}
        {comparison && path.length + depth < conditionDepth - 2 && (
          <button
            type="button"
            onClick={() => add(withChildren(isAll(group) ? { any: [] } : { all: [] }, [comparison]))}
          >
            <PlusOutlined /> {t('records.condition.add_group')}
          </button>
        )}
        {fields.rows?.[0] && path.length + depth < conditionDepth - 2 && (
          <button type="button" onClick={() => add(newRows(fields.rows![0]!.id))}>
            <PlusOutlined /> {t('records.condition.add_rows')}
          </button>
        )}
      </div>
    </div>
  );
}

function ComparisonEditor({
  fields,
  value,
  onChange,
}: {
  fields: ConditionFields;
  value: Comparison;
  onChange: (value: Comparison | undefined) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const field = fields.byId.get(value.field);
  const kind = fields.kindOf(value.field);
  const shape = operators[value.operator];
  const OwnOperand = shape === 'none' ? undefined : fields.operands?.[value.field];
  const set = (next: Comparison['value']) => onChange({ ...value, value: next });
  const groups = [
    {
      label: t('records.condition.own_fields'),
      title: 'own',
      options: fields.list
        .filter(({ id }) => !id.startsWith('_'))
        .map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
    },
    {
      label: t('records.condition.system_fields'),
      title: 'system',
      options: fields.list
        .filter(({ id }) => isSystemField(id))
        .map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
    },
    {
      label: t('records.condition.process_fields'),
      title: 'process',
      options: fields.list
        .filter(({ id }) => id.startsWith('_') && !isSystemField(id))
        .map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
    },
  ].filter(({ options }) => options.length > 0);
  return (
    <div className="fw-condition">
      <Select
        className="fw-condition-field"
        aria-label={t('records.condition.field')}
        showSearch={{ optionFilterProp: 'label' }}
        value={field ? value.field : null}
        placeholder={t('records.condition.gone_field')}
        options={groups.length > 1 ? groups : (groups[0]?.options ?? [])}
        onChange={(id: unknown) => onChange(newComparison(String(id), fields.kindOf(String(id)) ?? 'text'))}
      />
      {field && kind && (
        <>
          <Select
            className="fw-condition-operator"
            aria-label={t('records.condition.operator')}
            value={value.operator}
            options={offeredOperators(kind).map((operator) => ({
              value: operator,
              label: t(operatorKey(operator, kind), { count: 'N' }),
            }))}
            onChange={(operator: unknown) => onChange(withOperator(value, operator as Comparison['operator']))}
          />
          <div className="fw-condition-value">
            {OwnOperand ? (
              <OwnOperand label={t('records.condition.value')} shape={shape} value={value.value} onChange={set} />
            ) : (
              <OperandEditor field={field} operator={value.operator} value={value.value} onChange={set} />
            )}
          </div>
        </>
      )}
      <RemoveButton label={t('records.condition.remove')} onClick={() => onChange(undefined)} />
    </div>
  );
}
