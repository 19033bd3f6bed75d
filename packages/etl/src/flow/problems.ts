import type { EtlFlow, FlowNode } from '@formwork/contract/etl/flow.ts';
import { parameterProblems } from '../parameters.ts';
import { compileDecision } from './decide.ts';

export interface FlowProblem {
  code: string;
  level: 'error' | 'warning';
  node: string;
  /** The part of the node, or where it is of no node. */
  at?: string[];
  data?: Record<string, unknown>;
}

export function flowProblems(flow: EtlFlow): FlowProblem[] {
  if (flow.nodes.length === 0) return [{ code: 'etl.problem.flow_empty', level: 'error', node: '' }];
  const wrong: FlowProblem[] = parameterProblems(flow.parameters);
  const ofNodes = flow.nodes.flatMap((node): FlowProblem[] => {
    if (isBlank(node)) return [{ code: 'etl.problem.flow_blank', level: 'error', node: node.id }];
    const isCondition = (expression: string): boolean => {
      const compiled = compileDecision(expression, flow.parameters);
      return compiled.ok && compiled.type.kind === 'boolean';
    };
    const refused = { code: 'etl.problem.flow_expression', level: 'error' as const, node: node.id };
    if (node.kind === 'decide') return isCondition(node.expression) ? [] : [refused];
    if (node.kind !== 'switch') return [];
    return node.ways.flatMap(({ id, name, expression }): FlowProblem[] => {
      const place = { at: ['ways', `#${id}`], data: { way: name || expression } };
      if (!isCondition(expression)) return [{ ...refused, ...place }];
      const leads = flow.edges.some(({ source, way }) => source === node.id && way === id);
      return leads ? [] : [{ code: 'etl.problem.flow_way_open', level: 'warning', node: node.id, ...place }];
    });
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
    case 'switch':
      return node.ways.length === 0;
    case 'message':
      return node.people.length === 0;
  }
}
