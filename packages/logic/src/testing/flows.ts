import { usualLimits, type Flow, type FlowEdge, type FlowNode } from '@formwork/contract/rules/flow.ts';
import { advance, type FlowWorld } from '../flow/advance.ts';
import { compileFlow } from '../flow/compile.ts';
import { newFlowState, type Ask, type FlowCommand, type FlowState } from '../flow/state.ts';

type Loose<T> = T extends unknown ? Omit<T, 'x' | 'y' | 'name'> : never;

/** A flow in short: nodes, and edges as `a>b`, `a>b:body`, `a>b:error`, `a>b?condition`. */
export function flowOf(nodes: readonly Loose<FlowNode>[], edges: string, change: Partial<Flow> = {}): Flow {
  return {
    inputs: [],
    outputs: [],
    starts: [],
    runsAs: 'system',
    limits: usualLimits,
    nodes: [{ kind: 'start' as const, id: 'start' }, ...nodes].map((node): FlowNode => ({
      name: node.id,
      x: 0,
      y: 0,
      ...node,
    })),
    edges: edges.split(' ').map((text, i): FlowEdge => {
      const [, from = '', to = '', way, condition] = /^(\w+)>(\w+)(?::(\w+))?(?:\?(.+))?$/.exec(text) ?? [];
      return {
        id: `e${i}`,
        from,
        to,
        ...(way !== undefined && { way: way as 'body' | 'error' }),
        ...(condition !== undefined && { condition: condition.replaceAll('_', ' ') }),
      };
    }),
    ...change,
  };
}

export const flowWorld: FlowWorld = { now: 0, zone: 'UTC' };

/** A run in memory; `open` are the asks that nobody has answered. */
export interface FlowPlay {
  state: FlowState;
  open: Map<string, Ask>;
  asked: Ask[];
  trace: string[];
  readonly commands: FlowCommand[];
  do(command: FlowCommand): void;
  answer(key: string, output?: unknown): void;
  fail(key: string, change?: { final?: boolean; after?: number }): void;
}

export function playFlow(flow: Flow, input: Readonly<Record<string, unknown>> = {}): FlowPlay {
  const compiled = compileFlow(flow);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const self: FlowPlay = {
    state: newFlowState(),
    open: new Map(),
    asked: [],
    trace: [],
    commands: [],
    do(command) {
      self.commands.push(command);
      const after = advance(compiled.compiled, self.state, command, flowWorld);
      self.state = after.state;
      if ('key' in command) self.open.delete(command.key);
      for (const key of after.dropped) self.open.delete(key);
      for (const ask of after.asks) {
        self.asked.push(ask);
        if (ask.kind !== 'undo') self.open.set(ask.key, ask);
      }
      self.trace.push(...after.trace.map(({ node, what }) => `${node} ${what}`));
    },
    answer: (key, output = null) => self.do({ kind: 'answer', key, output }),
    fail: (key, change = {}) => self.do({ kind: 'fail', key, code: 'test.failed', message: 'because', ...change }),
  };
  self.do({ kind: 'start', input });
  return self;
}
