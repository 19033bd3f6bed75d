import type { FlowEdge, FlowNode, FlowNodeOf } from '@formwork/contract/rules/flow.ts';
import { plainOf } from '../plain.ts';
import type { CompiledFlow } from './compile.ts';
import type { Ask, Failure, FlowCommand, FlowState, FlowStep, Iteration, Scope, Token } from './state.ts';

export interface FlowWorld {
  readonly now: number;
  readonly zone: string;
}

export interface Advanced {
  readonly state: FlowState;
  readonly asks: readonly Ask[];
  /** Keys that nobody waits for any more. */
  readonly dropped: readonly string[];
  readonly trace: readonly FlowStep[];
}

export const mostFlowSteps = 10_000;
const mostIterations = 10_000;

/** A command on a run gives the changed state and what is asked of others. Pure: same input, same answer; the given state stays as it is. */
export function advance(flow: CompiledFlow, before: FlowState, command: FlowCommand, world: FlowWorld): Advanced {
  const walk = new Walk(flow, JSON.parse(JSON.stringify(before)) as FlowState, world);
  walk.take(command);
  walk.go();
  const { state, dropped, trace } = walk;
  // what was asked and given up in one go is asked of nobody
  const awaited = new Set(state.state === 'running' ? Object.values(state.tokens).map(({ key }) => key) : []);
  return { state, asks: walk.asks.filter(({ kind, key }) => kind === 'undo' || awaited.has(key)), dropped, trace };
}

/** Before the id of a token: no variable can be named so, and the database keeps it, which keeps no null signs. */
const LIST = '/list ';

class Walk {
  readonly state: FlowState;
  readonly asks: Ask[] = [];
  readonly dropped: string[] = [];
  readonly trace: FlowStep[] = [];
  private readonly flow: CompiledFlow;
  private readonly world: FlowWorld;

  constructor(flow: CompiledFlow, state: FlowState, world: FlowWorld) {
    this.flow = flow;
    this.state = state;
    this.world = world;
  }

  take(command: FlowCommand): void {
    const { state } = this;
    state.version++;
    switch (command.kind) {
      case 'start':
        if (Object.keys(state.tokens).length > 0 || state.steps > 0) return;
        Object.assign(state.scopes.s0!.vars, command.input);
        this.put(this.flow.start.id, 's0');
        return;
      case 'cancel':
        if (state.state === 'running') this.end('cancelled');
        return;
      case 'pause':
      case 'resume':
        state.paused = command.kind === 'pause';
        return;
      case 'rerun':
        return this.rerun();
      default:
        return this.heard(command);
    }
  }

  private heard(command: Extract<FlowCommand, { key: string }>): void {
    const token = Object.values(this.state.tokens).find(({ key }) => key === command.key);
    if (!token || this.state.state !== 'running' || (command.kind === 'again') !== (token.pausing === true)) {
      // too late: whatever waited for it has ended
      this.note({ node: command.key.split(':')[0]!, what: 'ignored', key: command.key });
      return;
    }
    const node = this.node(token);
    if (command.kind === 'again') {
      delete token.pausing;
      token.attempt++;
      return this.ask(token, node);
    }
    if (command.kind === 'fail') return this.failed(token, node, command);
    delete token.key;
    if ('as' in node && node.as !== undefined) this.scope(token).vars[node.as] = command.output;
    if ('undo' in node && node.undo) {
      const input = this.given(token, node.undo.input, 'undo');
      this.state.undo.unshift({ node: node.id, input });
    }
    this.note({ node: node.id, what: 'done', key: command.key, detail: command.output });
    this.leave(token);
  }

  /** Until nobody is ready: everything else is somebody's to answer. */
  go(): void {
    while (this.state.state === 'running' && !this.state.paused) {
      const token = Object.values(this.state.tokens).find(({ state }) => state === 'ready');
      if (!token) break;
      if (++this.state.steps > mostFlowSteps) {
        this.state.failure = { node: token.node, code: 'flows.too_long', message: '' };
        this.end('failed');
        break;
      }
      this.enter(token, this.node(token));
    }
  }

  private enter(token: Token, node: FlowNode): void {
    if (node.kind === 'expression') return this.workOut(token, node);
    this.note({ node: node.id, what: 'entered' });
    switch (node.kind) {
      case 'start':
        return this.leave(token);
      case 'end':
        return this.remove(token);
      case 'switch':
        return this.choose(token, node);
      case 'parallel':
        return this.fork(token, node);
      case 'join':
        return this.join(token, node);
      case 'loop':
        token.state = 'around';
        return this.again(token, node);
      case 'iterate':
        return this.iterate(token, node);
      case 'fail':
        return this.failed(token, node, {
          code: 'flows.stopped',
          message: String(this.value(token, `${node.id}/text`) ?? ''),
          final: true,
        });
      default:
        return this.ask(token, node);
    }
  }

  private workOut(token: Token, node: FlowNodeOf<'expression'>): void {
    const { vars } = this.scope(token);
    const names = node.values.map(({ name }) => name);
    for (const [i, name] of names.entries()) vars[name] = this.value(token, `${node.id}/values.${i}`);
    this.note({ node: node.id, what: 'entered', detail: Object.fromEntries(names.map((name) => [name, vars[name]])) });
    this.leave(token);
  }

  private choose(token: Token, node: FlowNode): void {
    const ways = this.nextWays(node);
    for (const way of ways) {
      if (way.condition === undefined) continue;
      const holds = this.value(token, `${way.id}/condition`);
      if (holds === true) return this.follow(token, way);
      if (holds === null)
        return this.failed(token, node, { code: 'flows.undecided', message: way.condition, final: true });
    }
    const otherwise = ways.find(({ condition }) => condition === undefined);
    if (otherwise) this.follow(token, otherwise);
    else this.remove(token);
  }

  private follow(token: Token, way: FlowEdge): void {
    this.note({ node: way.from, what: 'chose', detail: way.id });
    this.move(token, way.to);
  }

  private fork(token: Token, node: FlowNode): void {
    const ways = this.nextWays(node);
    if (ways.length === 0) return this.remove(token);
    token.state = 'around';
    const scope = this.open(token, 'parallel');
    for (const way of ways) this.put(way.to, scope.id);
  }

  /** A join closes the innermost parallel around it; without one it lets everybody through. */
  private join(token: Token, node: FlowNodeOf<'join'>): void {
    const scope = this.state.scopes[token.scope]!;
    if (scope.kind !== 'parallel') return this.leave(token);
    token.state = 'arrived';
    const members = this.members(scope.id);
    const arrived = members.filter((one) => one.state === 'arrived' && one.node === node.id);
    const need = node.need === 'all' ? members.length : node.need;
    if (arrived.length >= need || arrived.length === members.length) this.close(scope, node.id);
  }

  /** Goes on behind a join in the scope around; who has not arrived is given up. */
  private close(scope: Scope, join: string): void {
    const around = this.state.tokens[scope.around!]!;
    const vars = scope.vars;
    this.note({ node: join, what: 'joined' });
    this.drop(scope.id);
    Object.assign(this.scope(around).vars, vars);
    around.node = join;
    this.leave(around);
  }

  private again(token: Token, node: FlowNodeOf<'loop'>): void {
    const holds = this.value(token, `${node.id}/condition`);
    if (holds !== true) {
      if (holds === null)
        return this.failed(token, node, { code: 'flows.undecided', message: node.condition, final: true });
      return this.leave(token);
    }
    this.begin(token, node, 'loop');
  }

  private begin(token: Token, node: FlowNode, kind: 'loop' | 'iterate'): Scope {
    const scope = this.open(token, kind);
    this.put(this.flow.ways.get(node.id)!.find(({ way }) => way === 'body')!.to, scope.id);
    return scope;
  }

  private iterate(token: Token, node: FlowNodeOf<'iterate'>): void {
    const list = this.value(token, `${node.id}/list`);
    const items = list === null ? [] : Array.isArray(list) ? list : [list];
    if (items.length > mostIterations)
      return this.failed(token, node, { code: 'flows.list_too_long', message: String(items.length), final: true });
    token.state = 'around';
    const iteration: Iteration = { items, begun: 0, ended: 0, results: items.map(() => null) };
    this.scope(token).vars[LIST + token.id] = iteration;
    this.fill(token, node);
  }

  /** So many elements at once as the node says. */
  private fill(token: Token, node: FlowNodeOf<'iterate'>): void {
    const vars = this.scope(token).vars;
    const iteration = vars[LIST + token.id] as Iteration;
    while (iteration.begun < iteration.items.length && iteration.begun - iteration.ended < node.atOnce) {
      const index = iteration.begun++;
      const scope = this.begin(token, node, 'iterate');
      scope.index = index;
      scope.vars[node.item] = iteration.items[index];
      scope.vars.index = index + 1;
    }
    if (iteration.ended < iteration.items.length) return;
    delete vars[LIST + token.id];
    if (node.as !== undefined) vars[node.as] = iteration.results;
    this.leave(token);
  }

  private ask(token: Token, node: FlowNode): void {
    if (token.key === undefined) {
      const round = (this.state.rounds[node.id] ?? 0) + 1;
      this.state.rounds[node.id] = round;
      token.key = `${node.id}:${round}`;
      token.attempt = 1;
    }
    token.state = 'asked';
    const own = (part: string) => this.value(token, `${node.id}/${part}`);
    const timeout = 'timeout' in node && node.timeout !== undefined ? { timeout: node.timeout } : {};
    const common = { key: token.key, node: node.id, attempt: token.attempt, ...timeout };
    switch (node.kind) {
      case 'call':
        return void this.asks.push({
          ...common,
          kind: 'call',
          action: node.action,
          ...(node.target !== undefined && { target: node.target }),
          input: { ...node.set, ...this.given(token, node.input) },
        });
      case 'flow':
        return void this.asks.push({
          ...common,
          kind: 'flow',
          target: node.flow,
          input: this.given(token, node.input),
        });
      case 'wait':
        return void this.asks.push({ ...common, kind: 'wait', input: { until: own('until'), working: node.working } });
      case 'message':
        return void this.asks.push({ ...common, kind: 'message', target: node.message, input: { key: own('key') } });
      case 'approval':
        return void this.asks.push({ ...common, kind: 'approval', input: this.given(token, node.input) });
      case 'callback':
        return void this.asks.push({ ...common, kind: 'callback', input: {} });
      default:
        return this.leave(token);
    }
  }

  private failed(
    token: Token,
    node: FlowNode,
    { code, message, after, final }: { code: string; message: string; after?: number; final?: boolean },
  ): void {
    const retry = 'retry' in node ? node.retry : undefined;
    this.note({
      node: node.id,
      what: 'failed',
      ...(token.key !== undefined && { key: token.key }),
      detail: { code, message },
    });
    if (retry && !final && token.attempt <= retry.times && token.key !== undefined) {
      const pause = after ?? Math.min(retry.first * retry.factor ** (token.attempt - 1), retry.most);
      token.pausing = true;
      this.asks.push({ key: token.key, node: node.id, kind: 'retry', input: {}, after: pause, attempt: token.attempt });
      return this.note({ node: node.id, what: 'retry', key: token.key, detail: pause });
    }
    // one that asked nobody is looked at again when the run goes on from here
    if (token.key === undefined) token.state = 'ready';
    this.caught(token, { node: node.id, code, message });
  }

  /** By the node's own way, that of what is around it, or that of the flow; otherwise the run has failed. */
  private caught(token: Token, failure: Failure): void {
    const way = this.flow.ways.get(token.node)!.find((one) => one.way === 'error');
    if (way) {
      delete token.key;
      delete token.pausing;
      this.dropInside(token);
      this.scope(token).vars.failure = failure;
      this.note({ node: token.node, what: 'caught', detail: failure.code });
      return this.move(token, way.to);
    }
    const scope = this.state.scopes[token.scope]!;
    if (scope.around !== null) return this.caught(this.state.tokens[scope.around]!, failure);
    const { catch: catching } = this.flow.flow;
    if (catching !== undefined && this.state.failure === undefined) {
      this.state.failure = failure;
      this.dropAll();
      this.state.scopes.s0!.vars.failure = failure;
      this.note({ node: catching, what: 'caught', detail: failure.code });
      this.put(catching, 's0');
      return;
    }
    this.state.failure = failure;
    this.end('failed');
  }

  /** What was done is taken back, the last first. */
  private end(state: 'failed' | 'cancelled' | 'finished'): void {
    if (state === 'failed')
      for (const { node, input } of this.state.undo) {
        const round = (this.state.rounds[`undo ${node}`] ?? 0) + 1;
        this.state.rounds[`undo ${node}`] = round;
        const found = this.flow.nodes.get(node)!;
        const action = 'undo' in found ? (found.undo?.action ?? '') : '';
        this.asks.push({ key: `${node}:undo${round}`, node, kind: 'undo', action, input, attempt: 1 });
        this.note({ node, what: 'undone' });
      }
    if (state === 'failed') this.state.undo = [];
    if (state !== 'failed') this.dropAll();
    else for (const token of Object.values(this.state.tokens)) this.giveUp(token);
    this.state.state = state;
  }

  /** Tokens of a failed run stay where they were, so that it may go on there. */
  private giveUp(token: Token): void {
    if (token.key !== undefined && token.state === 'asked') this.dropped.push(token.key);
  }

  private rerun(): void {
    if (this.state.state !== 'failed') return;
    this.state.state = 'running';
    delete this.state.failure;
    for (const token of Object.values(this.state.tokens)) {
      if (token.state !== 'asked' && !(token.state === 'ready')) continue;
      delete token.pausing;
      token.attempt = 1;
      // the key stays: what may have been done already is not done twice
      if (token.key !== undefined) this.ask(token, this.node(token));
    }
  }

  private move(token: Token, node: string): void {
    delete token.key;
    delete token.pausing;
    Object.assign(token, { node, state: 'ready', attempt: 0 });
  }

  private leave(token: Token): void {
    const [way] = this.nextWays(this.node(token));
    if (way) this.move(token, way.to);
    else this.remove(token);
  }

  /** A token that has nowhere to go; the last one of a scope closes it. */
  private remove({ id, scope: own }: Token): void {
    delete this.state.tokens[id];
    const scope = this.state.scopes[own]!;
    const members = this.members(own);
    if (scope.kind === 'run') {
      if (members.length > 0) return;
      this.state.result = this.results();
      return this.end(this.state.failure && this.flow.flow.catch === undefined ? 'failed' : 'finished');
    }
    if (scope.kind === 'parallel' && members.length > 0) {
      const [first] = members;
      // all that are left wait for those that will never come
      if (members.every(({ state }) => state === 'arrived')) this.close(scope, first!.node);
      return;
    }
    if (members.length > 0) return;
    this.endScope(scope);
  }

  private endScope(scope: Scope): void {
    const around = this.state.tokens[scope.around!]!;
    const node = this.node(around);
    delete this.state.scopes[scope.id];
    const vars = this.scope(around).vars;
    if (node.kind === 'iterate') {
      const iteration = vars[LIST + around.id] as Iteration;
      iteration.ended++;
      if (node.result !== undefined) iteration.results[scope.index ?? 0] = this.valueIn(scope, `${node.id}/result`);
      return this.fill(around, node);
    }
    Object.assign(vars, scope.vars);
    if (node.kind === 'loop') return this.ready(around);
    return this.remove(around);
  }

  /** The next turn of a loop counts as a step, so that one without end comes to an end. */
  private ready(token: Token): void {
    token.state = 'ready';
  }

  private results(): Record<string, unknown> {
    const { outputs } = this.flow.flow;
    return Object.fromEntries(
      outputs.map(({ name }, i) => [name, this.valueIn(this.state.scopes.s0!, `flow/outputs.${i}`)]),
    );
  }

  private put(node: string, scope: string): void {
    const id = `t${this.state.next++}`;
    this.state.tokens[id] = { id, scope, node, state: 'ready', attempt: 0 };
  }

  private open(around: Token, kind: Scope['kind']): Scope {
    const id = `s${this.state.next++}`;
    return (this.state.scopes[id] = { id, parent: around.scope, around: around.id, kind, vars: {} });
  }

  private members(scope: string): Token[] {
    return Object.values(this.state.tokens).filter((token) => token.scope === scope);
  }

  private drop(scope: string): void {
    for (const token of this.members(scope)) {
      if (token.key !== undefined) {
        this.dropped.push(token.key);
        this.note({ node: token.node, what: 'given_up', key: token.key });
      }
      this.dropInside(token);
      delete this.state.tokens[token.id];
    }
    delete this.state.scopes[scope];
  }

  private dropInside(token: Token): void {
    for (const scope of Object.values(this.state.scopes)) if (scope.around === token.id) this.drop(scope.id);
    delete this.scope(token).vars[LIST + token.id];
  }

  private dropAll(): void {
    for (const token of this.members('s0')) {
      if (token.key !== undefined) this.dropped.push(token.key);
      this.dropInside(token);
      delete this.state.tokens[token.id];
    }
  }

  private node = ({ node }: Token): FlowNode => this.flow.nodes.get(node)!;
  private scope = ({ scope }: Token): Scope => this.state.scopes[scope]!;
  private nextWays = ({ id }: FlowNode): readonly FlowEdge[] =>
    this.flow.ways.get(id)!.filter(({ way }) => way === undefined);

  private given(token: Token, list: readonly { readonly name: string }[], part = 'input'): Record<string, unknown> {
    return Object.fromEntries(list.map(({ name }, i) => [name, this.value(token, `${token.node}/${part}.${i}`)]));
  }

  private value = (token: Token, place: string): unknown => this.valueIn(this.scope(token), place);

  /** Variables of inner scopes come before those around them. */
  private valueIn(scope: Scope, place: string): unknown {
    const text = this.flow.texts.get(place);
    if (!text) return null;
    const vars: Record<string, unknown>[] = [];
    for (let at: Scope | undefined = scope; at; at = at.parent === null ? undefined : this.state.scopes[at.parent])
      vars.unshift(at.vars);
    return plainOf(text.run(Object.assign({}, ...vars) as Record<string, unknown>, this.world).value);
  }

  private note(step: FlowStep): void {
    this.trace.push(step);
  }
}
