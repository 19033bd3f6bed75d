import type { ExecutorRule, Executors } from '@formwork/contract/workflow/graph.ts';
import type { ActorOrigin } from '@formwork/contract/workflow/process.ts';
import { questionKey, type Person, type Question } from './command.ts';
import { refusal, type Draft } from './draft.ts';
import { lastActed } from './history.ts';

/** Who moves the process on: the person of the command, and all who acted at the node that is being left. */
export interface Mover {
  /** Empty where nobody did it. */
  person: string;
  /** The node that is left. */
  node?: string;
  acted: string[];
}

export interface Found {
  person: string;
  origin: ActorOrigin;
  /** Taken as agreed by the settings: why. */
  passes?: 'same' | 'initiator' | undefined;
}

/** The executors of a node, or what stands in their place. */
export type Finding =
  | { kind: 'found'; executors: Found[] }
  /** Nobody, and the settings say to go on. */
  | { kind: 'skip' }
  /** The person who submits must choose them first. */
  | { kind: 'ask' };

export function findExecutors(draft: Draft, node: string, settings: Executors, mover: Mover, asked: boolean): Finding {
  const chosen = draft.choices.executors?.[node];
  // Nobody can be asked where a timer moves on: then it is as if nobody was found.
  if (mover.person !== '' && settings.rules.some((rule) => rule.by === 'previous')) {
    if (!chosen) return { kind: 'ask' };
    draft.answered.push({ kind: 'executors', node });
  }
  // Choosing somebody who has left may not be a way around the node.
  if (chosen && active(draft, chosen).length < new Set(chosen).size) throw refusal('workflow.person.not_found');
  const ids = idsOf(draft, settings.rules, chosen);
  const people = active(draft, settings.isInitiator === 'superior' ? inPlaceOfInitiator(draft, ids) : ids);

  if (people.length === 0) {
    const rules = settings.rules.map((rule) => rule.by);
    draft.trace.push({
      kind: 'people',
      node,
      rules,
      persons: [],
      why: settings.nobody === 'skip' && !asked ? 'nobody' : 'administrator',
    });
    if (settings.nobody === 'skip' && !asked) return { kind: 'skip' };
    if (settings.nobody === 'refuse' && !asked) throw refusal('workflow.executor.nobody', { node });
    return { kind: 'found', executors: administrators(draft, node) };
  }
  const executors = people.map((person): Found => ({
    person: person.id,
    origin: 'direct',
    passes: asked ? undefined : passes(draft, person.id, settings, mover),
  }));
  draft.trace.push({
    kind: 'people',
    node,
    rules: settings.rules.map((rule) => rule.by),
    persons: executors.map(({ person }) => person),
    why: executors.every(({ passes: why }) => why) ? 'passed' : 'found',
  });
  return { kind: 'found', executors };
}

/** The recipients a CC node names. */
export function findPeople(draft: Draft, rules: ExecutorRule[]): string[] {
  return active(draft, idsOf(draft, rules, undefined)).map((person) => person.id);
}

/** Those of the ids who are active members, in the given order. */
export function active(draft: Draft, ids: string[]): Person[] {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return [];
  const known = new Map(answer(draft, { ask: 'persons', ids: unique }).map((person) => [person.id, person]));
  return unique.flatMap((id) => known.get(id) ?? []);
}

/** Who watches over the process; there may be nobody. */
export function watchers(draft: Draft): Person[] {
  const named = draft.graph.graph.settings.administrators;
  return active(draft, named.length > 0 ? named : answer(draft, { ask: 'administrators' }).map((person) => person.id));
}

export function administrators(draft: Draft, node: string): Found[] {
  const people = watchers(draft);
  if (people.length === 0) throw refusal('workflow.executor.nobody', { node });
  return people.map((person) => ({ person: person.id, origin: 'administrator' }));
}

function passes(draft: Draft, person: string, settings: Executors, mover: Mover): Found['passes'] {
  if (settings.isInitiator === 'pass' && person === draft.instance.initiator) return 'initiator';
  if (settings.sameAsPrevious === 'pass' && mover.acted.includes(person)) return 'same';
  return undefined;
}

function inPlaceOfInitiator(draft: Draft, ids: string[]): string[] {
  const initiator = draft.instance.initiator;
  if (!ids.includes(initiator)) return ids;
  const superiors = answer(draft, { ask: 'superior', person: initiator, levels: 1 }).map((person) => person.id);
  return ids.flatMap((id) => (id === initiator ? superiors : [id]));
}

function idsOf(draft: Draft, rules: ExecutorRule[], chosen: string[] | undefined): string[] {
  // All questions of a node are put at once, so a command needs few rounds of answers.
  for (const rule of rules) {
    const question = questionOf(draft, rule);
    if (question && !draft.world.people.has(questionKey(question))) draft.questions.push(question);
  }
  needAnswers(draft);
  return rules.flatMap((rule) => {
    const question = questionOf(draft, rule);
    if (question) return answer(draft, question).map((person) => person.id);
    switch (rule.by) {
      case 'persons':
        return rule.persons;
      case 'initiator':
        return [draft.instance.initiator];
      case 'member-field':
        return draft.world.members(rule.field);
      case 'node':
        return lastActed(draft, rule.node);
      case 'previous':
        return chosen ?? [];
      default:
        return [];
    }
  });
}

function questionOf(draft: Draft, rule: ExecutorRule): Question | undefined {
  const initiator = draft.instance.initiator;
  switch (rule.by) {
    case 'role':
      return { ask: 'role', id: rule.role };
    case 'post':
      return { ask: 'post', id: rule.post };
    case 'department-head':
      return { ask: 'department-head', id: rule.department };
    case 'initiator-superior':
      return { ask: 'superior', person: initiator, levels: rule.levels };
    case 'initiator-department-head':
      return { ask: 'department-head-of', person: initiator };
    case 'initiator-upper-head':
      return { ask: 'department-head-of', person: initiator, levels: rule.levels };
    default:
      return undefined;
  }
}

function answer(draft: Draft, question: Question): Person[] {
  const people = draft.world.people.get(questionKey(question));
  if (people) return people;
  draft.questions.push(question);
  needAnswers(draft);
  return [];
}

function needAnswers(draft: Draft): void {
  if (draft.questions.length > 0) throw Object.assign(new Error('answers are missing'), { questions: draft.questions });
}

export function questionsIn(error: unknown): Question[] | undefined {
  return (error as { questions?: Question[] } | null)?.questions;
}
