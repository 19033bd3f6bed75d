import type { LogEntry } from '@formwork/contract/gateway/api.ts';

/** A call as a thread tells of it. */
export interface LogRow extends Omit<LogEntry, 'at'> {
  spaceId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** That its source was busy with it, to the end of the answer. */
  sourceMs: number;
}
