import { ExpandOutlined } from '@ant-design/icons';
import { FormulaField } from '@formwork/formula-ui/FormulaField.tsx';
import { readFormula, type FormulaScope } from '@formwork/formula-ui/formula.ts';
import { problemText } from '@formwork/formula-ui/problem-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Modal } from 'antd';
import { useMemo, useState } from 'react';

/** An expression in a line, with the whole editor behind a button. */
export function Expression({
  label,
  value,
  onChange,
  scope,
  expects,
  readOnly,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  scope: FormulaScope;
  expects?: 'condition';
  readOnly: boolean;
}) {
  const t = useT();
  const [wide, setWide] = useState(false);
  const reading = useMemo(() => readFormula(value, scope), [value, scope]);
  const [first] = reading.problems;
  return (
    <div className="flow-expression">
      <span className="flow-expression-line">
        <Input
          aria-label={label}
          className="flow-code"
          value={value}
          disabled={readOnly}
          {...(first && { status: 'error' as const })}
          onChange={({ target }) => onChange(target.value)}
        />
        <Button
          size="small"
          type="text"
          icon={<ExpandOutlined />}
          aria-label={t('flows.edit_expression', { name: label })}
          title={t('flows.edit_expression', { name: label })}
          onClick={() => setWide(true)}
        />
      </span>
      {first && <p className="flow-wrong">{problemText(first, t)}</p>}
      {wide && (
        <Modal open title={label} width={720} footer={null} onCancel={() => setWide(false)} destroyOnHidden>
          <FormulaField
            label={label}
            value={value}
            disabled={readOnly}
            onChange={(text) => onChange(text ?? '')}
            scope={scope}
            {...(expects && { expects })}
          />
        </Modal>
      )}
    </div>
  );
}
