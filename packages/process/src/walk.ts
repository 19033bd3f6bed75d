import type { ProcessEdge } from '@formwork/contract/workflow/graph.ts';
import { nodeOf, refusal, tell, type Draft } from './draft.ts';
import { active, administrators, findExecutors, findPeople, type Found, type Mover } from './executors.ts';
import { wayOn } from './gateways.ts';
import { isGateway } from './graph-index.ts';
import { arriveAtJoin, fireJoins } from './joins.ts';
import { isDecided } from './signing.ts';
import type { Execution, Task } from './state.ts';
import { closeTask, openTask, reopenTask } from './tasks.ts';
import { addTimer, later } from './timer-rows.ts';
import { endEmptyScopes, liveTokens, startToken } from './tokens.ts';

/** Far above any drawn process; a conditions loop without people in it is refused at release already. */
const maxSteps = 5000;

/** In place of an edge's id, when a token goes straight back to whoever returned. */
const straightBack = '<back>';

interface Step {
  token: string;
  node: string;
  edge: string | null;
}

/** Moves the token of a completed task on, and everything that follows from it until people must act again. A gateway at which it had stopped decides once more. */
export function moveOn(draft: Draft, task: Task, mover: Mover): void {
  draft.executions.edit(task.execution).causes = [task.id];
  const again = isGateway(draft.graph.nodes.get(task.node));
  walk(draft, again ? [{ token: task.execution, node: task.node, edge: null }] : leave(draft, task.execution), mover);
}

/** Lets a token that stood still leave its node, without a task of its own. */
export function leaveFor(draft: Draft, token: string, mover: Mover): void {
  walk(draft, leave(draft, token), mover);
}

/** Puts a token on a node and walks on from there. */
export function moveTo(draft: Draft, token: string, node: string, mover: Mover): void {
  walk(draft, [{ token, node, edge: null }], mover);
}

/** Lets what waits at joins go on where nothing more can come, and finishes the process when no token is left. */
export function settle(draft: Draft, mover: Mover): void {
  walk(draft, [], mover);
}

function walk(draft: Draft, steps: Step[], mover: Mover): void {
  for (let count = 0; ; count++) {
    if (count > maxSteps) throw refusal('workflow.graph.endless');
    const step = steps.shift();
    if (step) {
      steps.push(...enter(draft, step, mover));
      continue;
    }
    const released = draft.asks.length === 0 ? fireJoins(draft) : undefined;
    if (!released) break;
    steps.push(...leave(draft, released));
  }
  endEmptyScopes(draft);
  if (liveTokens(draft).length === 0 && draft.asks.length === 0) finish(draft);
}

function finish(draft: Draft): void {
  if (draft.instance.state !== 'processing') return;
  draft.instance.state = 'finished';
  draft.instance.finishedAt = draft.world.now;
  tell(draft, 'finished', { actor: null });
}

/** The next steps of a token which leaves its node. */
function leave(draft: Draft, id: string): Step[] {
  const token = draft.executions.edit(id);
  const [back, ...rest] = token.back;
  if (back !== undefined) {
    token.back = rest;
    return [{ token: id, node: back, edge: straightBack }];
  }
  return split(draft, token, draft.graph.outgoing.get(token.node) ?? []);
}

function split(draft: Draft, token: Execution, edges: ProcessEdge[]): Step[] {
  const [only, another] = edges;
  if (only && !another) return [{ token: token.id, node: only.target, edge: only.id }];
  token.state = edges.length === 0 ? 'ended' : 'split';
  return edges.map((edge) => ({
    token: startToken(draft, token.id, token.node, token.causes).id,
    node: edge.target,
    edge: edge.id,
  }));
}

function enter(draft: Draft, step: Step, mover: Mover): Step[] {
  const token = draft.executions.edit(step.token);
  const node = nodeOf(draft, step.node);
  token.node = node.id;
  token.state = 'active';
  draft.trace.push({ kind: 'entered', node: node.id, edge: step.edge });
  switch (node.kind) {
    case 'start':
      openStart(draft, token);
      return [];
    case 'approve':
    case 'fill-in': {
      const before = step.edge === straightBack ? returnedFrom(draft, node.id, token.id) : undefined;
      if (before && reopenTask(draft, token, before, true)) return [];
      const finding = findExecutors(draft, node.id, node.executors, mover, draft.passed.has(node.id));
      if (finding.kind === 'ask') {
        draft.asks.push({ kind: 'executors', node: node.id });
        return [];
      }
      if (finding.kind === 'skip') {
        pass(draft, node.id, 'nobody');
        tell(draft, 'skipped', { node: node.id, actor: null });
        return leave(draft, token.id);
      }
      return opened(draft, openTask(draft, token, finding.executors), finding.executors);
    }
    case 'cc': {
      const persons = findPeople(draft, node.rules);
      for (const person of persons)
        draft.copies.push({
          id: draft.world.newId(),
          node: node.id,
          person,
          from: null,
          message: node.message,
          at: draft.world.now,
        });
      tell(draft, 'copied', { node: node.id, actor: null, persons, comment: node.message });
      return leave(draft, token.id);
    }
    case 'condition':
    case 'inclusive': {
      const way = wayOn(draft, node, mover);
      if (way.kind === 'go') return split(draft, token, way.edges);
      if (way.kind === 'stop') openTask(draft, token, administrators(draft, node.id));
      return [];
    }
    case 'parallel':
      return leave(draft, token.id);
    case 'join':
      arriveAtJoin(draft, token, step.edge);
      return [];
    case 'end':
      token.state = 'ended';
      return [];
    case 'timer':
      addTimer(
        draft,
        token,
        'wait',
        node.wait.by === 'span'
          ? draft.world.after(node.wait.span)
          : later(draft.world.moment(node.wait.field) ?? draft.world.now, 0),
      );
      return [];
    case 'automatic':
    case 'sub-process':
      addTimer(draft, token, 'job', draft.world.now);
      return [];
    case 'foreign':
      throw new Error(`a release holds ${node.type} ${node.id}, which is not carried out`);
  }
}

/** A task decided by settings alone is passed at once. */
function opened(draft: Draft, task: Task, executors: Found[]): Step[] {
  if (!isDecided(draft, task)) return [];
  const why = executors.find((found) => found.passes)?.passes ?? 'same';
  closeTask(draft, task.id, 'completed', 'passed');
  pass(draft, task.node, why);
  tell(draft, 'passed', {
    task,
    actor: null,
    persons: executors.filter((found) => found.passes).map((found) => found.person),
  });
  return leave(draft, task.execution);
}

function pass(draft: Draft, node: string, why: 'nobody' | 'same' | 'initiator'): void {
  draft.passed.add(node);
  draft.skipped.push({ node, why });
}

function openStart(draft: Draft, token: Execution): void {
  const initiator = draft.instance.initiator;
  const here = active(draft, [initiator]).length > 0;
  openTask(draft, token, here ? [{ person: initiator, origin: 'direct' }] : administrators(draft, token.node));
}

/** The round that a straight-back return interrupted. */
function returnedFrom(draft: Draft, node: string, token: string): Task | undefined {
  return draft.tasks
    .all()
    .filter((task) => task.node === node && task.execution === token && task.state === 'returned')
    .toSorted((a, b) => a.round - b.round)
    .at(-1);
}
