import type { Draft } from './draft.ts';
import type { Arrival, Execution } from './state.ts';
import { commonScope, continueIn, liveTokens, positionOf } from './tokens.ts';

/**
 * Joins count arrivals per incoming edge, from rows. A join goes on when every incoming edge has one; two on one edge
 * are not two. An edge on which nothing can come any more (its branch was not chosen, ended, or its work is already in
 * after a return) is not waited for, so no branch is ever stranded.
 */
export function arriveAtJoin(draft: Draft, token: Execution, edge: string | null): void {
  token.state = 'arrived';
  const consumed = draft.arrivals
    .all()
    .filter((arrival) => arrival.node === token.node && arrival.state === 'consumed');
  draft.arrivals.add({
    id: draft.world.newId(),
    node: token.node,
    edge: edge ?? '',
    execution: token.id,
    round: Math.max(0, ...consumed.map((arrival) => arrival.round)) + 1,
    state: 'waiting',
  });
}

/** Fires one join that is ready and answers its token, which then leaves the join. */
export function fireJoins(draft: Draft): string | undefined {
  const waiting = draft.arrivals.all().filter((arrival) => arrival.state === 'waiting');
  const joins = [...new Set(waiting.map((arrival) => arrival.node))];
  const at = (join: string) => waiting.filter((arrival) => arrival.node === join);

  for (const join of joins) {
    const full = onePerEdge(at(join));
    if (full.length === (draft.graph.incoming.get(join) ?? []).length) return fire(draft, join, full, 'all');
  }
  for (const join of joins) if (!moreCanCome(draft, join, at(join))) return fire(draft, join, at(join), 'no_more');
  // Joins that wait for one another in a loop, and nobody who could act: the one reached first goes on.
  const [first] = joins;
  const stuck = first !== undefined && liveTokens(draft).every((token) => token.state === 'arrived');
  return stuck ? fire(draft, first, at(first), 'no_more') : undefined;
}

function moreCanCome(draft: Draft, join: string, arrived: Arrival[]): boolean {
  const filled = new Set(arrived.map((arrival) => arrival.edge));
  const missing = (draft.graph.incoming.get(join) ?? []).filter((edge) => !filled.has(edge.id));
  return liveTokens(draft).some((token) => {
    if (token.state === 'arrived' && token.node === join) return false;
    const position = positionOf(token);
    return missing.some((edge) => edge.source === position || draft.graph.reaches(position, edge.source, join));
  });
}

function fire(draft: Draft, join: string, arrivals: Arrival[], why: 'all' | 'no_more'): string {
  draft.trace.push({ kind: 'joined', node: join, edges: arrivals.map((arrival) => arrival.edge), why });
  for (const arrival of arrivals) {
    draft.arrivals.edit(arrival.id).state = 'consumed';
    draft.executions.edit(arrival.execution).state = 'ended';
  }
  const tokens = arrivals.map((arrival) => arrival.execution);
  const parents = tokens.map((token) => draft.executions.get(token)!.parent);
  const scope = parents.includes(null) ? null : commonScope(draft, parents as string[]);
  const causes = tokens.flatMap((token) => draft.executions.get(token)!.causes);
  const on = continueIn(draft, scope, join);
  on.causes = [...new Set(causes)];
  return on.id;
}

function onePerEdge(arrivals: Arrival[]): Arrival[] {
  const first = new Map<string, Arrival>();
  for (const arrival of arrivals) if (!first.has(arrival.edge)) first.set(arrival.edge, arrival);
  return [...first.values()];
}
