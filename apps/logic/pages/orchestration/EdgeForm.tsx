import type { FlowEdge, FlowNode } from '@formwork/contract/rules/flow.ts';
import type { FormulaScope } from '@formwork/formula-ui/formula.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Select } from 'antd';
import { Expression } from './Expression.tsx';
import { Line } from './Line.tsx';

/** A way: what comes next, the body of a loop or where a failure goes; of a switch its condition. */
export function EdgeForm({
  edge,
  from,
  onChange,
  scope,
  readOnly,
}: {
  edge: FlowEdge;
  from: FlowNode | undefined;
  onChange: (edge: FlowEdge) => void;
  scope: FormulaScope;
  readOnly: boolean;
}) {
  const t = useT();
  const loops = from?.kind === 'loop' || from?.kind === 'iterate';
  const ways = ['next', ...(loops ? ['body'] : []), 'error'];
  const { condition: _, way: __, ...plain } = edge;
  return (
    <>
      <InspectorTitle>{t('flows.way')}</InspectorTitle>
      <InspectorSection>
        <Line label={t('flows.way')}>
          <Select
            aria-label={t('flows.way')}
            disabled={readOnly}
            value={edge.way ?? 'next'}
            options={ways.map((value) => ({ value, label: t(`flows.way.${value}`) }))}
            onChange={(way) => onChange(way === 'next' ? plain : { ...plain, way: way as 'body' | 'error' })}
          />
        </Line>
        {from?.kind === 'switch' && edge.way === undefined && (
          <>
            <Checkbox
              checked={edge.condition === undefined}
              disabled={readOnly}
              onChange={({ target }) => onChange(target.checked ? plain : { ...plain, condition: 'true' })}
            >
              {t('flows.otherwise')}
            </Checkbox>
            {edge.condition !== undefined && (
              <Line label={t('flows.condition')}>
                <Expression
                  label={t('flows.condition')}
                  expects="condition"
                  value={edge.condition}
                  scope={scope}
                  readOnly={readOnly}
                  onChange={(condition) => onChange({ ...plain, condition })}
                />
              </Line>
            )}
          </>
        )}
      </InspectorSection>
    </>
  );
}
