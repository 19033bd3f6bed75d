import type { LogEntry } from '@formwork/contract/gateway/api.ts';
import type { CallSum } from './sums.ts';

/** A call as a thread tells of it. */
export interface LogRow extends Omit<LogEntry, 'at'> {
  spaceId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** That its source was busy with it, to the end of the answer. */
  sourceMs: number;
}

/** What rows of one application at one operation have in common. */
export type LogCommon = Pick<
  LogRow,
  'spaceId' | 'environment' | 'api' | 'apiName' | 'operation' | 'application' | 'consumerName'
>;

/** The same, with what is worked out of it once. */
export interface LogPlace extends LogCommon {
  /** Its part of a line of JSON, from the opening bracket on. */
  lead: string;
  /** Where its calls are added up. */
  sum: CallSum | undefined;
  /** As long as this lasts. */
  round: number;
}
