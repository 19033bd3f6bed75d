import type { MessageKindSpec } from './kind.ts';

export const workflowMessages = {
  todo: { of: 'application' },
  returned: { of: 'application' },
  urged: { of: 'application' },
  copied: { of: 'application' },
  finished: { of: 'application' },
  stopped: { of: 'application' },
  failed: { of: 'application' },
} as const satisfies Record<string, MessageKindSpec>;
