import { statementsIn, type Rule, type Statement } from '@formwork/contract/rules/rule.ts';
import { Canvas, type CanvasProps } from '@formwork/ui/canvas/canvas.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';
import { toCanvas, type EdgeData, type NodeData, type RuleCanvas } from './canvas-graph.ts';
import { nodeTypes } from './node-types.tsx';
import { RuleSettings } from './RuleSettings.tsx';
import { StatementForm } from './StatementForm.tsx';
import { newStatement } from './statements.ts';
import type { KnownFacts } from './use-facts.ts';

interface RuleGraphProps extends Pick<CanvasProps<NodeData, EdgeData>, 'bar' | 'problems' | 'history'> {
  rule: Rule;
  ruleId: string;
  facts: KnownFacts;
  readOnly: boolean;
  /** Without them it only shows. */
  edits?: {
    graph: (graph: RuleCanvas) => void;
    statement: (next: Statement) => void;
    rule: (change: Partial<Rule>, group: string) => void;
  };
  onLook?: (statementId: string | undefined) => void;
}

/** The statements of a rule as a graph, with the settings of what is chosen beside it. */
export function RuleGraph({ rule, ruleId, facts, readOnly, edits, onLook, ...rest }: RuleGraphProps) {
  const t = useT();
  const types = useMemo(() => nodeTypes(t), [t]);
  const drawn = useMemo(() => toCanvas(rule, facts.nameOf, t), [rule, facts, t]);
  return (
    <Canvas<NodeData, EdgeData>
      {...rest}
      label={t('rules.view.graph')}
      kind="rule"
      types={types}
      create={(type) => ({
        title: t(`rules.kind.${type}`),
        data: { statement: newStatement(type as Statement['kind']) as never },
      })}
      readOnly={readOnly}
      graph={drawn}
      {...(edits && { onChange: edits.graph })}
      onSelect={({ nodes }) => onLook?.(nodes[0]?.id)}
      inspector={({ nodes }) => {
        const statement = statementsIn(rule.body).find(({ id }) => id === nodes[0]?.id);
        return statement ? (
          <div className="rule-inspector">
            <StatementForm
              statement={statement}
              facts={facts}
              readOnly={readOnly}
              onChange={(next) => edits?.statement(next)}
            />
          </div>
        ) : (
          <RuleSettings rule={rule} ruleId={ruleId} facts={facts} readOnly={readOnly} onChange={edits?.rule} />
        );
      }}
    />
  );
}
