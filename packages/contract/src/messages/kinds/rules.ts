import type { MessageKindSpec } from './kind.ts';

export const ruleMessages = {
  /** To who released it: a rule was stopped, because it went in a circle or has nobody to act as. */
  ruleStopped: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
