import type { DefinitionProblem, DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { emptyTask, EtlTask, settleTask, type TaskNode } from '@formwork/contract/etl/task.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { taskProblems } from '@formwork/etl/graph.ts';
import { assetOfTask } from '../assets/task.ts';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

/** A task that moves data: administrators make them, and whoever a rule lets. */
export const etlTaskKind: DefinitionKind<EtlTask, EtlTask> = {
  kind: 'etl_task',
  area: 'etl',
  saves: 'changes',
  schema: EtlTask,
  format: 4,
  migrate: (body) => EtlTask.parse(body),
  empty: emptyTask,
  settle: settleTask,
  permissions: { use: ['admin'], create: ['admin'] },
  problems: (task) =>
    taskProblems(task).map(({ code, level, node, at = [], data }): DefinitionProblem => ({
      code,
      level,
      at: node !== '' ? ['nodes', `#${node}`, ...at] : at.length > 0 ? at : ['nodes'],
      ...(data && { data }),
    })),
  // what a form asks of its records is set aside by nobody who could not change it
  problemsFor: (ctx, { nodes }) =>
    Promise.resolve(
      ctx.user.system !== undefined || roleHolds(ctx.user.role, 'forms.design.edit')
        ? []
        : nodes.flatMap((node): DefinitionProblem[] =>
            node.kind === 'formTarget' && node.quick
              ? [{ code: 'etl.problem.quick_rights', level: 'error', at: ['nodes', `#${node.id}`] }]
              : [],
          ),
    ),
  references: ({ nodes }) => nodes.flatMap(named),
  parts: ({ nodes }) => nodes.map(({ id }) => id),
  rename: (task, ids) => ({ ...task, nodes: task.nodes.map((node) => renamed(node, ids)) }),
  compile: (task) => task,
  asset: assetOfTask,
  words: (before, after) =>
    before && JSON.stringify(before) !== JSON.stringify(after) ? [{ code: 'etl.words.changed', at: ['nodes'] }] : [],
};

/** Without its connection or form a task cannot run. */
function named(node: TaskNode): DefinitionReference[] {
  const part = node.id;
  if ('connection' in node && node.connection !== null)
    return [{ part, to: { kind: 'connection', id: node.connection, part: '' }, how: 'refuse' }];
  if (node.kind === 'formTarget' && node.form !== null) {
    const { form } = node;
    const fields = node.mapping.map(({ field }) => field).filter((field) => field !== '' && !field.startsWith('_'));
    return [
      { part, to: { kind: 'form', id: form, part: '' }, how: 'refuse' },
      ...fields.map((field): DefinitionReference => ({
        part,
        to: { kind: 'form', id: form, part: field },
        how: 'refuse',
      })),
    ];
  }
  if (node.kind === 'formSource' && node.form !== null)
    return [{ part, to: { kind: 'form', id: node.form, part: '' }, how: 'refuse' }];
  return [];
}

function renamed(node: TaskNode, ids: ReadonlyMap<string, string>): TaskNode {
  const newOf = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? id));
  if ('connection' in node) return { ...node, connection: newOf(node.connection) };
  if ('form' in node) return { ...node, form: newOf(node.form) };
  return node;
}
