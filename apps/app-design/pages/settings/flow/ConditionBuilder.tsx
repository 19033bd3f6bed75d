import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { processFields, processTypes } from '@formwork/contract/workflow/process-fields.ts';
import type { ProcessEdge } from '@formwork/contract/workflow/graph.ts';
import { feelOfCondition } from '@formwork/process/feel-condition.ts';
import { ConditionEditor } from '@formwork/records-ui/conditions/ConditionEditor.tsx';
import { asGroup, settled } from '@formwork/records-ui/conditions/edit.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { FormulaInput } from '../form/FormulaInput.tsx';
import { flowFields } from './flow-fields.ts';

/** When a way is taken: clicked together, or written as a formula. What was clicked stays editable until somebody writes instead. */
export function ConditionBuilder({
  edge,
  form,
  onChange,
}: {
  edge: ProcessEdge;
  form: FormDefinition;
  onChange: (edge: ProcessEdge) => void;
}) {
  const t = useT();
  const fields = useMemo(() => flowFields(form), [form]);
  const [how, setHow] = useState<'click' | 'write'>(edge.clicked || !edge.condition ? 'click' : 'write');
  const [group, setGroup] = useState(() => asGroup(edge.clicked));
  const complete = settled(group, fields.kindOf);
  const text = complete && feelOfCondition(complete, fields.kindOf);
  return (
    <div className="flow-condition">
      <Segmented
        block
        size="small"
        value={how}
        aria-label={t('workflow.edge.how')}
        onChange={setHow}
        options={(['click', 'write'] as const).map((value) => ({ value, label: t(`workflow.edge.${value}`) }))}
      />
      {how === 'write' && (
        <FormulaInput
          expects="condition"
          label={t('workflow.edge.condition')}
          definition={form}
          table={undefined}
          also={processTypes}
          alsoNamed={processFields}
          value={edge.condition}
          onChange={(condition) => onChange({ ...edge, condition, clicked: undefined })}
        />
      )}
      {how === 'click' && (
        <>
          <ConditionEditor
            fields={fields}
            value={group}
            onChange={(next) => {
              setGroup(next);
              const clicked = settled(next, fields.kindOf);
              const condition = clicked && feelOfCondition(clicked, fields.kindOf);
              onChange({
                ...edge,
                condition: condition === undefined ? edge.condition : condition,
                clicked: condition === undefined ? edge.clicked : clicked,
              });
            }}
          />
          {complete && text === undefined && <Alert type="warning" showIcon title={t('workflow.edge.not_here')} />}
        </>
      )}
    </div>
  );
}
