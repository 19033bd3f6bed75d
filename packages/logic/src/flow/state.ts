/** A run of a flow as it is kept between two bursts: plain JSON. */
export interface FlowState {
  state: 'running' | 'finished' | 'failed' | 'cancelled';
  paused: boolean;
  version: number;
  steps: number;
  /** Numbers for tokens and scopes. */
  next: number;
  tokens: Record<string, Token>;
  scopes: Record<string, Scope>;
  /** How often each node has been entered: part of the key of what it asks. */
  rounds: Record<string, number>;
  /** What would be taken back, the last first. */
  undo: { node: string; input: Readonly<Record<string, unknown>> }[];
  failure?: Failure;
  result?: Readonly<Record<string, unknown>>;
}

export interface Failure {
  readonly node: string;
  readonly code: string;
  readonly message: string;
}

export interface Token {
  id: string;
  scope: string;
  node: string;
  /** `asked`: somebody else has the word; `arrived`: at a join; `around`: a scope of its own goes on. */
  state: 'ready' | 'asked' | 'arrived' | 'around';
  /** Of what was asked. */
  key?: string;
  attempt: number;
  /** Waits for its next attempt. */
  pausing?: boolean;
}

export interface Scope {
  id: string;
  /** Null for the whole run. */
  parent: string | null;
  /** The token that waits around it. */
  around: string | null;
  kind: 'run' | 'parallel' | 'loop' | 'iterate';
  vars: Record<string, unknown>;
  /** Of an element: which one. */
  index?: number;
}

/** What waits at a token that goes through a list. */
export interface Iteration {
  items: readonly unknown[];
  begun: number;
  ended: number;
  results: unknown[];
}

/** What whoever runs the flow must do; the key stays the same over every attempt. */
export interface Ask {
  readonly key: string;
  readonly node: string;
  readonly kind: 'call' | 'flow' | 'wait' | 'message' | 'approval' | 'callback' | 'retry' | 'undo';
  readonly action?: string;
  readonly target?: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Seconds after which it counts as failed, or after which the next attempt begins. */
  readonly timeout?: number;
  readonly after?: number;
  readonly attempt: number;
}

/** One line of what happened. */
export interface FlowStep {
  readonly node: string;
  readonly what:
    | 'entered'
    | 'done'
    | 'chose'
    | 'failed'
    | 'caught'
    | 'retry'
    | 'joined'
    | 'given_up'
    | 'ignored'
    | 'undone';
  readonly key?: string;
  readonly detail?: unknown;
}

export type FlowCommand =
  | { readonly kind: 'start'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: 'answer'; readonly key: string; readonly output: unknown }
  | {
      readonly kind: 'fail';
      readonly key: string;
      readonly code: string;
      readonly message: string;
      readonly after?: number;
      readonly final?: boolean;
    }
  /** The pause before an attempt is over. */
  | { readonly kind: 'again'; readonly key: string }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** A failed run goes on at the node that failed, with what came before it. */
  | { readonly kind: 'rerun' };

export const newFlowState = (): FlowState => ({
  state: 'running',
  paused: false,
  version: 0,
  steps: 0,
  next: 1,
  tokens: {},
  scopes: { s0: { id: 's0', parent: null, around: null, kind: 'run', vars: {} } },
  rounds: {},
  undo: [],
});
