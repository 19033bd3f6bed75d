import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import {
  fromGraph,
  refusesEdge,
  toGraph,
  type Graph,
  type GraphEdge,
  type Shallow,
} from '@formwork/logic/views/graph.ts';
import type { CanvasGraph, CanvasNode } from '@formwork/ui/canvas/graph.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { lineOf, newStatement } from './statements.ts';

export interface NodeData {
  statement: Shallow;
}
export interface EdgeData {
  branch?: number | undefined;
}
export type RuleCanvas = CanvasGraph<NodeData, EdgeData>;

const start = 'start';

/** A rule as the canvas draws it. What was never placed stands where reading it from above would look for it. */
export function toCanvas(
  rule: Pick<Rule, 'body' | 'layout'>,
  nameOf: (id: string) => string,
  t: Translate,
): RuleCanvas {
  const graph = toGraph(rule);
  const places = placed(graph);
  return {
    nodes: [
      { id: start, type: 'start', x: 0, y: 0, title: t('rules.kind.start') },
      ...graph.nodes.map(({ statement, place }) => ({
        id: statement.id,
        type: statement.kind,
        ...(place ? { x: place.x, y: place.y } : places.get(statement.id)!),
        title: t(`rules.kind.${statement.kind}`),
        line: lineOf(statement as never, nameOf),
        data: { statement },
      })),
    ],
    edges: graph.edges.map(({ from, to, branch }) => ({
      id: `${from ?? start}>${to}`,
      source: from ?? start,
      target: to,
      label: labelOf(graph, { from, to, ...(branch !== undefined && { branch }) }, t),
      data: { branch },
    })),
  };
}

function labelOf({ nodes }: Graph, { from, branch }: GraphEdge, t: Translate): string | undefined {
  if (branch === undefined) return undefined;
  const statement = nodes.find((node) => node.statement.id === from)?.statement;
  if (statement?.kind === 'each') return t('rules.graph.body');
  if (statement?.kind !== 'when') return undefined;
  return statement.branches[branch]?.condition.slice(0, 40) ?? t('rules.field.otherwise');
}

const [stepX, stepY] = [260, 110];

function placed({ nodes, edges }: Graph): Map<string, { x: number; y: number }> {
  const found = new Map<string, { x: number; y: number }>();
  const ways = new Map<string, GraphEdge[]>();
  for (const edge of edges) ways.set(edge.from ?? start, [...(ways.get(edge.from ?? start) ?? []), edge]);
  let bottom = 0;
  const walk = (from: string, column: number): void => {
    const out = (ways.get(from) ?? []).toSorted((a, b) => (a.branch ?? 1_000) - (b.branch ?? 1_000));
    for (const edge of out) {
      bottom += stepY;
      found.set(edge.to, { x: (edge.branch === undefined ? column : column + 1) * stepX, y: bottom });
      walk(edge.to, edge.branch === undefined ? column : column + 1);
    }
  };
  walk(start, 0);
  for (const { statement } of nodes)
    if (!found.has(statement.id)) found.set(statement.id, { x: 0, y: (bottom += stepY) });
  return found;
}

/**
 * The rule that a drawing says. Every node has one way in; where one was taken out, what followed it follows what was before; what was
 * just put there without a line comes last.
 */
export function fromCanvas(next: RuleCanvas, before: RuleDocument): RuleDocument {
  const known = toGraph(before.rule);
  const nodes = next.nodes.flatMap((node) =>
    node.id === start
      ? []
      : [{ statement: ownStatement(node), place: { x: Math.round(node.x), y: Math.round(node.y) } }],
  );
  const here = new Set(nodes.map(({ statement }) => statement.id));
  let graph: Graph = { nodes: nodes.map((node) => ({ ...node, statement: shallowOf(node.statement) })), edges: [] };
  const add = (edge: GraphEdge): void => {
    if (refusesEdge(graph, edge) === null) graph = { ...graph, edges: [...graph.edges, edge] };
  };
  for (const { source, target, data } of next.edges) {
    if (!here.has(target)) continue;
    const from = source === start ? null : source;
    const branch = data ? data.branch : freeBranch(graph, from);
    add({ from, to: target, ...(branch !== undefined && { branch }) });
  }
  // what lies behind something that was taken out
  for (const edge of known.edges) {
    if (!here.has(edge.to) || edge.from === null || here.has(edge.from)) continue;
    let way: GraphEdge | undefined = edge;
    while (way && way.from !== null && !here.has(way.from)) way = known.edges.find(({ to }) => to === way!.from);
    if (way && edge.branch === undefined)
      add({ from: way.from, to: edge.to, ...(way.branch !== undefined && { branch: way.branch }) });
  }
  for (const { statement } of nodes)
    if (!graph.edges.some(({ to }) => to === statement.id)) add({ from: lastOf(graph), to: statement.id });
  return { ...before, rule: { ...before.rule, ...fromGraph(graph) } };
}

/** What was just put there or pasted comes with the id of what it was made from. */
function ownStatement({ id, type, data }: CanvasNode<NodeData>): Shallow {
  const statement = data?.statement ?? (newStatement(type as never, id) as Shallow);
  return statement.id === id ? statement : { ...statement, id };
}

function shallowOf(statement: Shallow): Shallow {
  const loose = statement as { kind: string; branches?: { condition: string }[]; otherwise?: unknown };
  if (loose.kind !== 'when') return statement;
  const branches = (loose.branches ?? []).map(({ condition }) => ({ condition }));
  return { ...statement, branches, otherwise: Boolean(loose.otherwise) } as Shallow;
}

/** A new line out of a condition or a loop begins a way that is free; when all are taken it leads on. */
function freeBranch({ nodes, edges }: Graph, from: string | null): number | undefined {
  const statement = nodes.find((node) => node.statement.id === from)?.statement;
  const count =
    statement?.kind === 'when'
      ? statement.branches.length + (statement.otherwise ? 1 : 0)
      : statement?.kind === 'each'
        ? 1
        : 0;
  for (let branch = 0; branch < count; branch++)
    if (!edges.some((edge) => edge.from === from && edge.branch === branch)) return branch;
  return undefined;
}

function lastOf({ edges }: Graph): string | null {
  let at: string | null = null;
  for (;;) {
    const next = edges.find((edge) => edge.from === at && edge.branch === undefined);
    if (!next) return at;
    at = next.to;
  }
}
