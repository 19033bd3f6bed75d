import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Given } from '@formwork/contract/rules/rule.ts';
import type { FormulaScope } from '@formwork/formula-ui/formula.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select } from 'antd';
import { Expression } from './Expression.tsx';

/** Names with an expression each; where names are known they are chosen. */
export function Mapping({
  label,
  rows,
  onChange,
  names,
  scope,
  readOnly,
}: {
  label: string;
  rows: readonly Given[];
  onChange: (rows: Given[]) => void;
  names?: readonly { value: string; label: string }[] | undefined;
  scope: FormulaScope;
  readOnly: boolean;
}) {
  const t = useT();
  const put = (at: number, part: Partial<Given>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const free = names?.find(({ value }) => !rows.some(({ name }) => name === value))?.value;
  const next = names ? free : `name${rows.length + 1}`;
  return (
    <div className="flow-rows" role="group" aria-label={label}>
      {rows.map((row, at) => (
        // eslint-disable-next-line react/no-array-index-key -- a row is its place: names are typed and change
        <div className="flow-row" key={at}>
          {names ? (
            <Select
              aria-label={t('flows.name')}
              value={row.name}
              disabled={readOnly}
              showSearch={{ optionFilterProp: 'label' }}
              options={[
                ...names,
                ...(names.some(({ value }) => value === row.name) ? [] : [{ value: row.name, label: row.name }]),
              ]}
              onChange={(name) => put(at, { name })}
            />
          ) : (
            <Input
              aria-label={t('flows.name')}
              value={row.name}
              disabled={readOnly}
              onChange={({ target }) => put(at, { name: target.value })}
            />
          )}
          <Expression
            label={names?.find(({ value }) => value === row.name)?.label ?? row.name}
            value={row.value}
            scope={scope}
            readOnly={readOnly}
            onChange={(value) => put(at, { value })}
          />
          {!readOnly && (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('flows.remove', { name: row.name })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!readOnly && next !== undefined && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => onChange([...rows, { name: next, value: 'null' }])}
        >
          {t('flows.add_value')}
        </Button>
      )}
    </div>
  );
}
