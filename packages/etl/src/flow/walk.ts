import type { EtlFlow, FlowEdge, FlowNode } from '@formwork/contract/etl/flow.ts';

/** How a node of a flow stands. `skipped`: no way led to it. */
export type FlowNodeState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped';

export interface NodeStanding {
  state: FlowNodeState;
  /** Of a decision; of a switch the way, nothing where none of them was right. */
  answer?: boolean | string | undefined;
}

type Standings = Readonly<Record<string, NodeStanding>>;

const isSettled = ({ state }: NodeStanding): boolean => state === 'done' || state === 'failed' || state === 'skipped';
const waiting: NodeStanding = { state: 'waiting' };
const standingOf = (standings: Standings, id: string): NodeStanding => standings[id] ?? waiting;

/** Whether a way is gone, once what it leads from is settled. */
function isTaken({ when, way }: FlowEdge, { state, answer }: NodeStanding): boolean {
  if (state === 'skipped') return false;
  if (when === 'always') return true;
  if (when === 'yes' || when === 'no') return state === 'done' && answer === (when === 'yes');
  if (when === 'way') return state === 'done' && answer === way;
  if (when === 'otherwise') return state === 'done' && answer === '';
  return when === 'success' ? state === 'done' : state === 'failed';
}

/**
 * What waits and can be told now: it begins when everything before it is settled, a way leads to it, and nothing that had to succeed
 * has failed; where no way leads to it, it is skipped.
 */
export function nextOf(flow: EtlFlow, standings: Standings): { begin: FlowNode[]; skip: FlowNode[] } {
  const begin: FlowNode[] = [];
  const skip: FlowNode[] = [];
  for (const node of flow.nodes) {
    if (standingOf(standings, node.id).state !== 'waiting') continue;
    const into = flow.edges.filter(({ target }) => target === node.id);
    if (!into.every(({ source }) => isSettled(standingOf(standings, source)))) continue;
    const taken = into.filter((edge) => isTaken(edge, standingOf(standings, edge.source)));
    const blocked = into.some(
      ({ when, source }) => when === 'success' && standingOf(standings, source).state === 'failed',
    );
    if (into.length === 0 || (taken.length > 0 && !blocked)) begin.push(node);
    else skip.push(node);
  }
  return { begin, skip };
}

export const isOver = (flow: EtlFlow, standings: Standings): boolean =>
  flow.nodes.every(({ id }) => isSettled(standingOf(standings, id)));

/** Nodes that failed and whose failure no way goes on from. */
export function unhandled(flow: EtlFlow, standings: Standings): FlowNode[] {
  return flow.nodes.filter(
    ({ id }) =>
      standingOf(standings, id).state === 'failed' &&
      !flow.edges.some(({ source, when }) => source === id && (when === 'failure' || when === 'always')),
  );
}

/** How many days there are from the first to the last, both of them; none where the last is before. */
export const daysCount = (first: string, last: string): number =>
  Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1);

/** Every day from the first to the last, both of them; of many no more than `most`. */
export function daysBetween(first: string, last: string, most = Infinity): string[] {
  const days: string[] = [];
  const end = Date.parse(last);
  for (let at = Date.parse(first); at <= end && days.length < most; at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
