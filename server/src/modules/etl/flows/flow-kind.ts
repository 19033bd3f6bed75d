import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { emptyFlow, EtlFlow, settleFlow } from '@formwork/contract/etl/flow.ts';
import { flowProblems } from '@formwork/etl/flow/problems.ts';
import type { AssetRead } from '../../../platform/assets.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

/** A flow of tasks; it stands in the folders of tasks. */
export const etlFlowKind: DefinitionKind<EtlFlow, EtlFlow> = {
  kind: 'etl_flow',
  area: 'etl',
  saves: 'changes',
  schema: EtlFlow,
  format: 2,
  migrate: (body) => EtlFlow.parse(body),
  empty: emptyFlow,
  settle: settleFlow,
  permissions: { use: ['admin'], create: ['admin'] },
  problems: (flow) =>
    flowProblems(flow).map(({ code, level, node, at = [], data }): DefinitionProblem => ({
      code,
      level,
      at: node !== '' ? ['nodes', `#${node}`, ...at] : at.length > 0 ? at : ['nodes'],
      ...(data && { data }),
    })),
  references: ({ nodes }) =>
    nodes.flatMap((node): DefinitionReference[] => {
      if (node.kind === 'task' && node.task !== null)
        return [{ part: node.id, to: { kind: 'etl_task', id: node.task, part: '' }, how: 'refuse' }];
      if ((node.kind === 'flow' || node.kind === 'wait') && node.flow !== null)
        return [{ part: node.id, to: { kind: 'etl_flow', id: node.flow, part: '' }, how: 'refuse' }];
      return [];
    }),
  parts: ({ nodes }) => nodes.map(({ id }) => id),
  rename: (flow, ids) => ({
    ...flow,
    nodes: flow.nodes.map((node) => {
      if (node.kind === 'task') return { ...node, task: node.task === null ? null : (ids.get(node.task) ?? node.task) };
      if (node.kind === 'flow' || node.kind === 'wait')
        return { ...node, flow: node.flow === null ? null : (ids.get(node.flow) ?? node.flow) };
      return node;
    }),
  }),
  compile: (flow) => flow,
  asset: ({ nodes }) => ({
    columns: [],
    reads: nodes.flatMap((node): AssetRead[] => {
      if (node.kind === 'task' && node.task !== null)
        return [{ from: { kind: 'etl_task', id: node.task, part: '' }, to: '', how: 'condition' }];
      if ((node.kind === 'flow' || node.kind === 'wait') && node.flow !== null)
        return [{ from: { kind: 'etl_flow', id: node.flow, part: '' }, to: '', how: 'condition' }];
      return [];
    }),
  }),
  words: (before, after) =>
    before && JSON.stringify(before) !== JSON.stringify(after) ? [{ code: 'etl.words.changed', at: ['nodes'] }] : [],
};
