import type { MessageKindSpec } from './kind.ts';

export const etlMessages = {
  /** To those a task or a flow names: a run of it failed. */
  etlFailed: { of: 'platform' },
  /** To the same: a run waits for a contract that is not kept, or went on in spite of it. */
  etlHeld: { of: 'platform' },
  etlWarned: { of: 'platform' },
  /** What a flow tells on its way. */
  etlMessage: { of: 'platform' },
} as const satisfies Record<string, MessageKindSpec>;
