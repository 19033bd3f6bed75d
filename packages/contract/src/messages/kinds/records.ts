import type { MessageKindSpec } from './kind.ts';

export const recordMessages = {
  mentioned: { of: 'application' },
  commented: { of: 'application' },
  shared: { of: 'application' },
  transferred: { of: 'application' },
  changed: { of: 'application' },
  deleted: { of: 'application' },
  notified: { of: 'application' },
} as const satisfies Record<string, MessageKindSpec>;
