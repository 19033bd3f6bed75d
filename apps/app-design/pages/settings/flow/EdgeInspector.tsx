import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { ProcessEdge, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Switch } from 'antd';
import { Line, TextPair } from '../form/inspector-parts.tsx';
import { ConditionBuilder } from './ConditionBuilder.tsx';

/** A way out of a node: its name, and behind a branching node when it is taken. */
export function EdgeInspector({
  edge,
  graph,
  form,
  onChange,
}: {
  edge: ProcessEdge;
  graph: ProcessGraph;
  form: FormDefinition;
  onChange: (edge: ProcessEdge) => void;
}) {
  const t = useT();
  const source = graph.nodes.find(({ id }) => id === edge.source);
  const branches = source?.kind === 'condition' || source?.kind === 'inclusive';
  return (
    <div className="flow-inspector">
      <h2>{t('flow-design.designer.edge')}</h2>
      <TextPair
        label={t('flow-design.designer.name')}
        value={edge.name}
        onChange={(name) => onChange(without({ ...edge, name }))}
      />
      {branches && (
        <>
          <Line label={t('workflow.edge.otherwise')} help={t('workflow.edge.otherwise_help')} inline>
            <Switch
              size="small"
              checked={edge.otherwise ?? false}
              onChange={(otherwise) =>
                onChange(
                  without({
                    ...edge,
                    otherwise: otherwise || undefined,
                    condition: otherwise ? undefined : edge.condition,
                    clicked: otherwise ? undefined : edge.clicked,
                  }),
                )
              }
            />
          </Line>
          {!edge.otherwise && <ConditionBuilder edge={edge} form={form} onChange={(next) => onChange(without(next))} />}
        </>
      )}
    </div>
  );
}

function without(edge: ProcessEdge): ProcessEdge {
  return Object.fromEntries(Object.entries(edge).filter(([, value]) => value !== undefined)) as ProcessEdge;
}
