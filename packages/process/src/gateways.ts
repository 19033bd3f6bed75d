import type { GatewayNode, ProcessEdge } from '@formwork/contract/workflow/graph.ts';
import type { EngineAsk } from './command.ts';
import { tell, type Draft } from './draft.ts';
import { watchers, type Mover } from './executors.ts';
import { isTaskNode } from './graph-index.ts';
import type { BranchDetail, TriedEdge } from './state.ts';

/** The ways to take; `ask`: the person who submits must say; `stop`: the administrators of the process must. */
export type Way = { kind: 'go'; edges: ProcessEdge[] } | { kind: 'ask' } | { kind: 'stop' };

/**
 * Which way a gateway takes. A condition that cannot be decided is never taken for one that does not hold: behind it may stand
 * an approval that would be skipped. The process stops there, unless the gateway says that empty takes the other way.
 */
export function wayOn(draft: Draft, node: GatewayNode, mover: Mover): Way {
  const edges = draft.graph.outgoing.get(node.id) ?? [];
  const [only] = edges;
  if (only && edges.length === 1 && only.condition === undefined) {
    draft.trace.push({ kind: 'chose', node: node.id, taken: [only.id], tried: [], why: 'only' });
    return { kind: 'go', edges };
  }
  const many = node.kind === 'inclusive';
  const question: EngineAsk = { kind: 'edges', node: node.id, edges: edges.map(({ id }) => id), many };
  const named = edges.filter((edge) => draft.choices.edges?.[node.id]?.includes(edge.id));
  const chosen = many ? named : named.slice(0, 1);
  const asked = (tried: TriedEdge[]): Way => {
    if (chosen.length === 0) {
      draft.asks.push(question);
      return { kind: 'ask' };
    }
    draft.answered.push(question);
    return go(draft, node, chosen, { why: 'chosen', tried });
  };
  if (choosesFreely(draft, mover)) return asked([]);

  const tried = edges
    .filter((edge) => !edge.otherwise && edge.condition !== undefined)
    .map(({ id }): TriedEdge => ({ edge: id, holds: draft.world.decide(id), ...draft.world.reads?.(id) }));
  const found = decided(node, edges, tried);
  if (found) return go(draft, node, found.edges, { why: found.why, tried });
  const unknown = tried.some(({ holds }) => holds === null) && !node.emptyOtherwise;
  // Whoever administers it and stands here already says which way; so does whoever submits where every condition is clear and none holds.
  if (mover.node === node.id || (!unknown && mover.person !== '')) return asked(tried);
  const detail: BranchDetail = { why: unknown ? 'undecided' : 'none', taken: [], tried };
  draft.trace.push({ kind: 'chose', node: node.id, ...detail });
  tell(draft, 'undecided', { node: node.id, actor: null, persons: watchers(draft).map(({ id }) => id), detail });
  return { kind: 'stop' };
}

/** What the conditions say; nothing where one that counts cannot be decided, or where none holds and there is no other way. */
function decided(
  node: GatewayNode,
  edges: ProcessEdge[],
  tried: TriedEdge[],
): { edges: ProcessEdge[]; why: 'condition' | 'otherwise' } | undefined {
  const isOpen = ({ holds }: TriedEdge) => holds === null && node.emptyOtherwise !== true;
  const holding = edges.filter((edge) => tried.some((one) => one.edge === edge.id && one.holds === true));
  if (node.kind === 'condition') {
    // The first that holds; what stands before it might have held as well.
    const first = tried.find((one) => one.holds === true || isOpen(one));
    if (first) return first.holds === true ? { edges: holding.slice(0, 1), why: 'condition' } : undefined;
  } else {
    if (tried.some(isOpen)) return undefined;
    if (holding.length > 0) return { edges: holding, why: 'condition' };
  }
  const otherwise = edges.filter((edge) => edge.otherwise).slice(0, 1);
  return otherwise.length > 0 ? { edges: otherwise, why: 'otherwise' } : undefined;
}

function go(
  draft: Draft,
  node: GatewayNode,
  edges: ProcessEdge[],
  { why, tried }: Pick<BranchDetail, 'why' | 'tried'>,
): Way {
  const detail: BranchDetail = { why, taken: edges.map(({ id }) => id), tried };
  draft.trace.push({ kind: 'chose', node: node.id, ...detail });
  tell(draft, 'branched', { node: node.id, ...(why !== 'chosen' && { actor: null }), detail });
  return { kind: 'go', edges };
}

/** Whether the node that is left lets its executor choose the way. */
function choosesFreely(draft: Draft, mover: Mover): boolean {
  const left = mover.node === undefined ? undefined : draft.graph.nodes.get(mover.node);
  return isTaskNode(left) && left.chooseNext === true;
}
