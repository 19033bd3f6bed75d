import type { MessageKindSpec } from './kind.ts';

export const reviewMessages = {
  /** To security reviewers: a change of rights waits. */
  changeWaiting: { of: 'platform', roles: ['safe'] },
  /** To whoever prepared it: released, rejected, or failed. */
  changeDecided: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
