import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { TargetNode } from '@formwork/contract/etl/task.ts';
import type { Ranges } from '../../../platform/engine/port.ts';

/** Rows that are ready for a target, in the store: from there on they are the same however often they are sent. */
export interface Stage {
  key: string;
  size: number;
  sha256: string;
  rows: number;
  columns: DataColumn[];
  /**
   * Nothing is in the store: the rows go straight from one database to the other, those between these places of their watermark, with
   * `from` also those at the first of them.
   */
  straight?: {
    after: string | null;
    upTo: string | null;
    from?: boolean;
    uncounted?: boolean;
    /** They go in portions, which are ranges of this key up to this value. */
    by?: Pick<Ranges, 'key' | 'upTo'>;
  };
}

/** Rows that went straight in portions until one was refused: those of the source that lie behind go by way of the engine. */
export interface Behind extends Pick<Ranges, 'key'> {
  node: string;
  after: string;
  read: number;
  rows: number;
  portions: number;
}

/** What a run keeps from burst to burst. */
export interface TaskMemory {
  begun: string;
  /** How often it was tried again. */
  tries: number;
  /** The contents in the store by sources and targets: given before anything is written, so that nothing is left behind. */
  keys: Record<string, string>;
  /** Of an import into a form. */
  imports: Record<string, string>;
  stages: Record<string, Stage> | undefined;
  delivered: string[];
  /** Whether rows go straight; by way of the engine also where one of them was refused before. */
  road?: 'straight' | 'engine';
  behind?: Behind;
  /** How far the sources were read. */
  positions: Record<string, string>;
  read: number;
  written: number;
  rejected: number;
  /** Names of what did not keep its contract when the run began to wait for it. */
  held?: string[];
  /** The same, where it was said and the run went on. */
  warned?: string[];
}

export const stageOf = (memory: TaskMemory, { id }: TargetNode): Stage | undefined => memory.stages?.[id];
