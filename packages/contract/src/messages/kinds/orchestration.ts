import type { MessageKindSpec } from './kind.ts';

export const orchestrationMessages = {
  /** To the owner: a flow failed too often and switched itself off. */
  flowStopped: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
