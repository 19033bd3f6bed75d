import type { EtlFlow, FlowNode } from '@formwork/contract/etl/flow.ts';
import { parameterProblems } from '../parameters.ts';
import { compileDecision } from './decide.ts';

export interface FlowProblem {
  code: string;
  level: 'error' | 'warning';
  node: string;
  /** Where it is of no node. */
  at?: string[];
  data?: Record<string, unknown>;
}

export function flowProblems(flow: EtlFlow): FlowProblem[] {
  if (flow.nodes.length === 0) return [{ code: 'etl.problem.flow_empty', level: 'error', node: '' }];
  const wrong: FlowProblem[] = parameterProblems(flow.parameters);
  const ofNodes = flow.nodes.flatMap((node): FlowProblem[] => {
    if (isBlank(node)) return [{ code: 'etl.problem.flow_blank', level: 'error', node: node.id }];
    if (node.kind !== 'decide') return [];
    const compiled = compileDecision(node.expression, flow.parameters);
    return compiled.ok && compiled.type.kind === 'boolean'
      ? []
      : [{ code: 'etl.problem.flow_expression', level: 'error', node: node.id }];
  });
  return [...wrong, ...ofNodes];
}

function isBlank(node: FlowNode): boolean {
  switch (node.kind) {
    case 'task':
      return node.task === null;
    case 'flow':
    case 'wait':
      return node.flow === null;
    case 'decide':
      return node.expression.trim() === '';
    case 'message':
      return node.people.length === 0;
  }
}
