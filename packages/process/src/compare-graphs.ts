import type { ProcessEdge, ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { same } from './same.ts';

/** One thing that differs between two graphs. `setting` is what of a node or an edge changed, by its name in the graph. */
export type GraphChange =
  | { kind: 'added' | 'removed'; what: 'node' | 'edge'; id: string }
  | {
      kind: 'changed';
      what: 'node' | 'edge' | 'process';
      id: string;
      setting: string;
      before: unknown;
      after: unknown;
    };

/** What one release of a process has that another has not. Where a node stands on the canvas changes nothing. */
export function compareGraphs(before: ProcessGraph, after: ProcessGraph): GraphChange[] {
  return [
    ...compareParts('node', before.nodes, after.nodes),
    ...compareParts('edge', before.edges, after.edges),
    ...settingsOf(before.settings, after.settings).map((one): GraphChange => ({
      kind: 'changed',
      what: 'process',
      id: '',
      ...one,
    })),
  ];
}

function compareParts(
  what: 'node' | 'edge',
  before: readonly (ProcessNode | ProcessEdge)[],
  after: readonly (ProcessNode | ProcessEdge)[],
): GraphChange[] {
  const [old, now] = [before, after].map((parts) => new Map(parts.map((part) => [part.id, part])));
  const removed = before
    .filter(({ id }) => !now!.has(id))
    .map(({ id }): GraphChange => ({ kind: 'removed', what, id }));
  const rest = after.flatMap((part): GraphChange[] => {
    const was = old!.get(part.id);
    if (!was) return [{ kind: 'added', what, id: part.id }];
    return settingsOf(was, part).map((one) => ({ kind: 'changed', what, id: part.id, ...one }));
  });
  return [...removed, ...rest];
}

const notCompared = new Set(['id', 'x', 'y', 'clicked']);

function settingsOf(before: object, after: object): { setting: string; before: unknown; after: unknown }[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  return [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
    .filter((setting) => !notCompared.has(setting) && !same(old![setting], now![setting]))
    .map((setting) => ({ setting, before: old![setting], after: now![setting] }));
}
