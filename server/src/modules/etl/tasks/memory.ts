import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { TargetNode } from '@formwork/contract/etl/task.ts';

/** Rows that are ready for a target, in the store: from there on they are the same however often they are sent. */
export interface Stage {
  key: string;
  size: number;
  sha256: string;
  rows: number;
  columns: DataColumn[];
}

/** What a run keeps from burst to burst. */
export interface TaskMemory {
  begun: string;
  /** How often it was tried again. */
  tries: number;
  /** The contents in the store by targets: given before anything is written, so that nothing is left behind. */
  keys: Record<string, string>;
  /** Of an import into a form. */
  imports: Record<string, string>;
  stages: Record<string, Stage> | undefined;
  delivered: string[];
  /** How far the sources were read. */
  positions: Record<string, string>;
  read: number;
  written: number;
  rejected: number;
}

export const stageOf = (memory: TaskMemory, { id }: TargetNode): Stage | undefined => memory.stages?.[id];
