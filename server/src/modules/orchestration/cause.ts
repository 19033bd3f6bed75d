import { mostDeep, requestOfFlow } from '../../platform/cause-chain.ts';

/** Where a run comes from: what all of it began with, and how many runs and rules lie between. */
export interface Cause {
  root: string;
  depth: number;
  /** The run whose node asked for this one. */
  parent?: string | undefined;
}

/** One flow that starts another, or itself by what it writes, ends here; rules in between count as well. */
export const deepest = mostDeep;

/** What a run writes carries it as the number of the request, so that an event tells which run it came of. */
export const requestOf: (cause: Cause) => string = requestOfFlow;
