import type { DefinitionProblem, DefinitionReference, DefinitionWords } from '@formwork/contract/definitions/kind.ts';
import { isSystemField } from '@formwork/contract/forms/system-fields.ts';
import { flowKind as documentKind } from '@formwork/contract/orchestration/flow-kind.ts';
import type { Flow, FlowNode } from '@formwork/contract/rules/flow.ts';
import type { FeelType } from '@formwork/feel/types.ts';
import { typeOfShape } from '@formwork/logic/flow/action-types.ts';
import { compileFlow, type CompiledFlow } from '@formwork/logic/flow/compile.ts';
import type { Problem } from '@formwork/logic/problem.ts';
import { actionOf, offered, triggerOf } from '../../platform/actions.ts';
import { assetOfFlow } from './assets.ts';
import type { DefinitionKind } from '../../platform/definition-kind.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdsDates } from '../rules/public.ts';
import { putStarts } from './starts/starts.ts';

/** A flow with the texts of its nodes ready to run. */
export const flowKind: DefinitionKind<Flow, CompiledFlow> = {
  ...documentKind,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'user', 'safe', 'audit'], create: ['admin'] },
  problems: async (flow, where) => [...problemsOf(where.platform, flow), ...(await dateProblems(where, flow))],
  problemsFor: callProblems,
  references,
  asset: (flow) => assetOfFlow(flow, references(flow)),
  parts: ({ nodes }) => nodes.map(({ id }) => id),
  rename,
  compile(flow) {
    const made = compileFlow(flow);
    if (!made.ok) throw new Error('a released flow does not compile');
    return made.compiled;
  },
  words,
  onRelease: (ctx, { id, after }) => putStarts(ctx, id, after.starts),
};

function problemsOf(platform: Platform, flow: Flow): DefinitionProblem[] {
  const made = compileFlow(flow, outputTypes(platform));
  const found = made.ok ? [] : made.problems.map((problem) => placed(flow, problem));
  for (const node of flow.nodes) {
    if (node.kind === 'call') {
      const action = actionOf(platform, node.action);
      if (!action)
        found.push({ code: 'flows.problem.no_action', level: 'error', at: at(node), data: { action: node.action } });
      else if (!action.actsAs.includes(flow.runsAs))
        found.push({ code: 'flows.problem.not_as', level: 'error', at: at(node), data: { action: node.action } });
    }
    if (node.kind === 'flow' && node.flow === '')
      found.push({ code: 'flows.problem.no_flow', level: 'error', at: at(node) });
    if (node.kind === 'message' && node.message === '')
      found.push({ code: 'flows.problem.no_name', level: 'error', at: at(node) });
  }
  for (const start of flow.starts)
    if (start.on === 'button' && start.form === '')
      found.push({ code: 'flows.problem.start', level: 'error', at: ['starts', `#${start.id}`] });
    else if (start.on === 'trigger' && !triggerOf(platform, start.trigger)?.filter.safeParse(start.filter).success)
      found.push({ code: 'flows.problem.start', level: 'error', at: ['starts', `#${start.id}`] });
  return [...found, ...unreached(flow)];
}

/** Starts by what is no date would begin nothing; a form or field that is gone is told as whatever is named and gone. */
async function dateProblems(where: { platform: Platform; spaceId: string }, { starts }: Flow) {
  const found: DefinitionProblem[] = [];
  for (const start of starts) {
    if (start.on !== 'date') continue;
    const isChosen = start.form !== '' && start.field !== '';
    if (!isChosen || (await holdsDates(where, start)) === false)
      found.push({
        code: isChosen ? 'flows.problem.no_date' : 'flows.problem.start',
        level: 'error',
        at: ['starts', `#${start.id}`],
      });
  }
  return found;
}

/** What the actions that are called say of their calls. */
async function callProblems({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>, { nodes }: Flow) {
  const found: DefinitionProblem[] = [];
  for (const node of nodes) {
    if (node.kind !== 'call') continue;
    const call = { set: node.set ?? {}, names: node.input.map(({ name }) => name) };
    const problems = (await actionOf(platform, node.action)?.problems?.({ platform, spaceId }, call)) ?? [];
    found.push(...problems.map((problem): DefinitionProblem => ({ ...problem, level: 'error', at: at(node) })));
  }
  return found;
}

/** What nodes read of an action's answer is checked where it is drawn; a run takes it as it comes. */
function outputTypes(platform: Platform): ReadonlyMap<string, FeelType> {
  return new Map(offered(platform).actions.map(({ name, output }) => [name, typeOfShape(output)]));
}

const at = ({ id }: { id: string }): string[] => ['nodes', `#${id}`];

function placed({ edges }: Flow, { code, data, at: id, part, severity }: Problem): DefinitionProblem {
  const list = edges.some((edge) => edge.id === id) ? 'edges' : 'nodes';
  return {
    code,
    level: severity === 'warning' ? 'warning' : 'error',
    at: id === undefined || id === 'flow' ? [] : [list, `#${id}`, ...(part === undefined ? [] : [part])],
    ...(data && { data }),
  };
}

/** Nodes that nobody comes to are odd, not wrong. */
function unreached({ nodes, edges, catch: catching }: Flow): DefinitionProblem[] {
  const reached = new Set(nodes.filter(({ kind, id }) => kind === 'start' || id === catching).map(({ id }) => id));
  for (let before = -1; before < reached.size;) {
    before = reached.size;
    for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
  }
  return nodes
    .filter(({ id }) => !reached.has(id))
    .map((node) => ({ code: 'flows.problem.unreached', level: 'warning', at: at(node) }));
}

function references(flow: Flow): DefinitionReference[] {
  const found: DefinitionReference[] = [];
  const add = (part: string, kind: string, id: unknown, inner = ''): void => {
    if (typeof id === 'string' && id !== '') found.push({ part, to: { kind, id, part: inner }, how: 'refuse' });
  };
  for (const node of flow.nodes) {
    if (node.kind === 'flow') add(node.id, documentKind.kind, node.flow);
    if (node.kind !== 'call') continue;
    const { formId, connectionId, flow: other, rule, task, chart, dashboard } = node.set ?? {};
    add(node.id, documentKind.kind, other);
    add(node.id, 'rule', rule);
    add(node.id, 'etl_task', task);
    add(node.id, 'chart', chart);
    add(node.id, 'dashboard', dashboard);
    add(node.id, 'connection', connectionId);
    add(node.id, 'form', formId);
    for (const field of fieldsOf(node)) add(node.id, 'form', formId, field);
  }
  for (const start of flow.starts) {
    if (start.on === 'trigger') add(start.id, 'form', start.filter.formId);
    if (start.on === 'button' || start.on === 'date') add(start.id, 'form', start.form);
    // when a record was made or changed is no field of the form's own: nobody takes it away
    if (start.on === 'date' && start.field !== '' && !isSystemField(start.field))
      add(start.id, 'form', start.form, start.field);
  }
  return found;
}

/** Fields that a node writes or asks by. */
function fieldsOf({ set = {}, input }: Extract<FlowNode, { kind: 'call' }>): string[] {
  const written = input.flatMap(({ name }) => /^values\/([A-Za-z][A-Za-z0-9]*)$/.exec(name)?.[1] ?? []);
  const asked = Array.isArray(set.where)
    ? (set.where as { field?: unknown }[]).flatMap(({ field }) =>
        typeof field === 'string' && !field.startsWith('_') ? field : [],
      )
    : [];
  return [...new Set([...written, ...asked])];
}

/** Other flows and what nodes name as they stand; texts name variables, which are the flow's own. */
function rename(flow: Flow, ids: ReadonlyMap<string, string>): Flow {
  const to = (id: string): string => ids.get(id) ?? id;
  const inSet = (set: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(set).map(([key, value]) => [key, typeof value === 'string' ? to(value) : value]));
  return {
    ...flow,
    starts: flow.starts.map((start) => {
      if (start.on === 'trigger') return { ...start, filter: inSet(start.filter) };
      return start.on === 'button' || start.on === 'date' ? { ...start, form: to(start.form) } : start;
    }),
    nodes: flow.nodes.map((node) =>
      node.kind === 'flow'
        ? { ...node, flow: to(node.flow) }
        : node.kind === 'call' && node.set
          ? { ...node, set: inSet(node.set) }
          : node,
    ),
  };
}

function words(before: Flow | undefined, after: Flow): DefinitionWords[] {
  if (!before) return [];
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Map(after.nodes.map((node) => [node.id, node]));
  const said = (code: string, node: FlowNode): DefinitionWords => ({
    code,
    at: at(node),
    data: { name: node.name || node.id },
  });
  return [
    ...after.nodes.filter(({ id }) => !old.has(id)).map((node) => said('flows.words.added', node)),
    ...before.nodes.filter(({ id }) => !now.has(id)).map((node) => said('flows.words.removed', node)),
    ...after.nodes
      .filter((node) => old.has(node.id) && meaning(old.get(node.id)!) !== meaning(node))
      .map((node) => said('flows.words.changed', node)),
    ...(JSON.stringify([before.starts, before.limits, before.runsAs]) ===
    JSON.stringify([after.starts, after.limits, after.runsAs])
      ? []
      : [{ code: 'flows.words.settings', at: ['limits'] }]),
  ];
}

/** What a node does, wherever it stands. */
export function meaning({ x: _x, y: _y, name: _name, ...node }: FlowNode): string {
  return JSON.stringify(node, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
