import type { LogEntry } from '@formwork/contract/gateway/api.ts';

/** A call as a thread tells of it. */
export interface LogRow extends Omit<LogEntry, 'at'> {
  spaceId: string;
  /** Milliseconds since 1970. */
  at: number;
}
