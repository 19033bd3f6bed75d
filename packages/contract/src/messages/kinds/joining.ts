import type { MessageKindSpec } from './kind.ts';

export const joiningMessages = {
  /** To administrators: somebody wants to join. */
  joinRequested: { of: 'platform', roles: ['admin'] },
} as const satisfies Record<string, MessageKindSpec>;
