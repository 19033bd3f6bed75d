import type { Cause } from './context.ts';

/** Rules and flows start each other so often, in whatever order: what lies deeper goes in a circle. */
export const mostDeep = 8;

const ofFlow = /^flow:([0-9a-f-]{36}):(\d{1,2})$/;

/** What a run of a flow writes carries this as the number of the request. */
export const requestOfFlow = ({ root, depth }: Pick<Cause, 'root' | 'depth'>): string => `flow:${root}:${depth}`;

/** Of what a run of a flow has written; undefined for all others. */
export function flowBehind(requestId: string): Pick<Cause, 'root' | 'depth'> | undefined {
  const [, root, depth] = ofFlow.exec(requestId) ?? [];
  return root === undefined ? undefined : { root, depth: Number(depth) };
}

/**
 * What led to an event: rules tell it in its data, flows in the number of its request, and one goes on where the other was.
 * Undefined where neither had to do with it.
 */
export function causeBehind({
  requestId,
  cause,
}: {
  requestId: string;
  cause: unknown;
}): Omit<Cause, 'trace'> | undefined {
  const flow = flowBehind(requestId);
  const rule = cause as Partial<Cause> | null | undefined;
  if (rule?.root === undefined) return flow && { ...flow, chain: [] };
  const { root, depth = 0, chain = [] } = rule;
  return flow && flow.depth > depth ? { ...flow, chain } : { root, depth, chain };
}
