import type { Ask, FlowCommand, FlowState } from '@formwork/logic/flow/state.ts';

/** What a run keeps between two bursts: plain JSON. */
export interface FlowMemory {
  flow: FlowState;
  /** What was asked and not answered yet, by its key. */
  open: Record<string, OpenAsk>;
  /** Waits for its turn: its flow has as many runs as it may, or began as many in this minute. */
  limited?: boolean;
  /** A failed run goes on with the next burst. */
  rerun?: boolean;
  /** The release it went on with, where that is another than the one it began on. */
  release?: number;
  /** Rows of the trace so far. */
  steps: number;
  nodes: Record<string, NodeCost>;
}

export interface NodeCost {
  ms: number;
  passes: number;
  failed: number;
}

export interface OpenAsk extends Ask {
  /** Milliseconds: when it was asked. */
  readonly at: number;
  /** When it is answered by itself: a wait, a pause before the next attempt. */
  readonly due?: number;
  /** When it counts as failed. */
  readonly until?: number;
  /** Carried out in the run's own transaction, or outside of it by this process. */
  readonly by?: 'space' | 'outside';
}

/** A word for the run: of somebody else, of the clock, of a call that came back. */
export type Word = FlowCommand;
