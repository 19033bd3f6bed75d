import { z } from 'zod';
import { shownText } from '../text.ts';
import { ToldWays } from './told.ts';
import { EtlParameter } from './parameter.ts';

/** A task flow: tasks one after the other, with conditions between them. */

const ElementId = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/);
const Base = { id: ElementId, title: shownText().max(200), x: z.number(), y: z.number() };
const tries = { retries: z.int().min(0).max(10), timeout: z.int().min(1).max(10_000).nullable() };

export const FlowNode = z.discriminatedUnion('kind', [
  z.object({ ...Base, kind: z.literal('task'), task: z.uuid().nullable(), ...tries }),
  z.object({ ...Base, kind: z.literal('flow'), flow: z.uuid().nullable(), ...tries }),
  /** FEEL over the parameters and what ran before: the ways `yes` and `no` lead on. */
  z.object({ ...Base, kind: z.literal('decide'), expression: z.string().max(2_000) }),
  /** The first way whose condition is true leads on, where none is the one for everything else. */
  z.object({
    ...Base,
    kind: z.literal('switch'),
    ways: z.array(z.object({ id: ElementId, name: shownText().max(100), expression: z.string().max(2_000) })).max(20),
  }),
  /** Until another flow has finished for the same day, so many minutes at most. */
  z.object({ ...Base, kind: z.literal('wait'), flow: z.uuid().nullable(), minutes: z.int().min(1).max(10_000) }),
  z.object({
    ...Base,
    kind: z.literal('message'),
    people: z.array(z.uuid()).max(50),
    text: z.string().max(500),
    ways: ToldWays,
  }),
]);
export type FlowNode = z.infer<typeof FlowNode>;
/** As it may be given: what newer versions added is left out. */
export type GivenFlowNode = z.input<typeof FlowNode>;

/** When an edge is gone: after success, after failure, whatever became of it; of a decision after its answer, of a switch by its way. */
export const flowTurns = ['success', 'failure', 'always', 'yes', 'no', 'way', 'otherwise'] as const;
export const FlowEdge = z.object({
  id: ElementId,
  source: ElementId,
  target: ElementId,
  when: z.enum(flowTurns),
  /** Of a switch: which of its ways. */
  way: ElementId.optional(),
});
export type FlowEdge = z.infer<typeof FlowEdge>;

export const EtlFlow = z.object({
  nodes: z.array(FlowNode).max(300),
  edges: z.array(FlowEdge).max(1_000),
  parameters: z.array(EtlParameter).max(50),
  settings: z.object({
    /** The business date is the day it was due, so many days before. */
    dayOffset: z.int().min(0).max(400),
    /** At most so many of its tasks at once. */
    atOnce: z.int().min(1).max(20),
    notify: z.array(z.uuid()).max(50),
    ways: ToldWays,
  }),
});
export type EtlFlow = z.infer<typeof EtlFlow>;

export const emptyFlow = (): EtlFlow => ({
  nodes: [],
  edges: [],
  parameters: [],
  settings: { dayOffset: 0, atOnce: 3, notify: [], ways: ['message'] },
});

/** No edge without its nodes, none twice, none in a circle; a decision answers yes or no, all others end well or badly. */
export function settleFlow(flow: EtlFlow): EtlFlow {
  const nodes = uniqueById(flow.nodes).map(withUniqueWays);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const edges: FlowEdge[] = [];
  for (const edge of uniqueById(flow.edges)) {
    const source = byId.get(edge.source);
    if (!source || !byId.has(edge.target)) continue;
    if (edges.some((one) => one.source === edge.source && one.target === edge.target)) continue;
    if (leads(edges, edge.target, edge.source)) continue;
    edges.push(turned(edge, source, edges));
  }
  const parameters = uniqueById(flow.parameters);
  const same =
    nodes.length === flow.nodes.length &&
    nodes.every((node, at) => node === flow.nodes[at]) &&
    parameters.length === flow.parameters.length &&
    edges.length === flow.edges.length &&
    edges.every((edge, at) => edge === flow.edges[at]);
  return same ? flow : { ...flow, nodes, edges, parameters };
}

/** When an edge may be gone follows from what it leads from; one that is new takes a way that no other has. */
export function turnsOf(source: FlowNode): FlowEdge['when'][] {
  if (source.kind === 'decide') return ['yes', 'no'];
  return source.kind === 'switch' ? ['way', 'otherwise'] : ['success', 'failure', 'always'];
}

function turned(edge: FlowEdge, source: FlowNode, others: readonly FlowEdge[]): FlowEdge {
  const { way, ...rest } = edge;
  const turns = turnsOf(source);
  const when = turns.includes(edge.when) ? edge.when : turns[0]!;
  if (source.kind !== 'switch') return way === undefined && when === edge.when ? edge : { ...rest, when };
  if (edge.when === 'otherwise') return way === undefined ? edge : rest;
  if (when === 'way' && source.ways.some(({ id }) => id === way)) return edge;
  const taken = others.filter((one) => one.source === source.id).map((one) => one.way);
  const free = source.ways.find(({ id }) => !taken.includes(id));
  return free ? { ...rest, when: 'way', way: free.id } : { ...rest, when: 'otherwise' };
}

function withUniqueWays(node: FlowNode): FlowNode {
  if (node.kind !== 'switch') return node;
  const ways = uniqueById(node.ways);
  return ways.length === node.ways.length ? node : { ...node, ways };
}

function leads(edges: readonly FlowEdge[], from: string, to: string): boolean {
  return from === to || edges.some(({ source, target }) => source === from && leads(edges, target, to));
}

function uniqueById<One extends { id: string }>(list: readonly One[]): One[] {
  return [...new Map(list.map((one) => [one.id, one])).values()];
}
