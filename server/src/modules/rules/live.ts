import type { RuleDocument } from '@formwork/contract/rules/document.ts';
import { formOfRule } from '@formwork/contract/rules/document.ts';
import { statementsIn, type Rule, type Start } from '@formwork/contract/rules/rule.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { CompiledRule, Step } from '@formwork/logic/compile.ts';
import type { Platform } from '../../platform/platform.ts';
import { onReleased, releasedIds, releasedOf, type Released } from '../definitions/public.ts';
import type { ReleasedForm } from '../forms/public.ts';
import { formOrNone, ownActions } from './facts.ts';
import { compiledRule } from './rule-kind.ts';

/** A rule in force. */
export interface LiveRule {
  id: string;
  number: number;
  name: Text;
  /** Who released it. */
  author: string;
  rule: Rule;
  form: string | undefined;
}

export type Ready = Extract<CompiledRule, { ok: true }>;

/** A rule ready to be judged, with those that it runs. */
export interface Prepared {
  live: LiveRule;
  ready: Ready;
  subs: ReadonlyMap<string, Prepared>;
  /** Relations of which it reads or sets something, and where they lead. */
  related: ReadonlyMap<string, string>;
  /** Whether all it does lies in the space's own data: it is done in one transaction. */
  within: boolean;
}

export interface Index {
  all: readonly LiveRule[];
  byForm: ReadonlyMap<string, readonly LiveRule[]>;
  /** What was worked out for a form, as long as its release is the same. */
  worked: Map<string, { form: ReleasedForm; value: unknown }>;
}

type Where = { platform: Platform; spaceId: string };

const indexes = new WeakMap<Platform, Map<string, Promise<Index>>>();

/** Once per process. */
export function listenForRules(platform: Platform): void {
  onReleased(platform, (spaceId, kind) => {
    if (kind === '') indexes.get(platform)?.clear();
    else if (kind === 'rule' || kind === 'rule_script') indexes.get(platform)?.delete(spaceId);
  });
}

/** The rules of a space that are in force and switched on, from memory. */
export function rulesOf({ platform, spaceId }: Where): Promise<Index> {
  let known = indexes.get(platform);
  if (!known) indexes.set(platform, (known = new Map()));
  let index = known.get(spaceId);
  if (!index) {
    known.set(spaceId, (index = load(platform, spaceId)));
    const reading = index;
    index.catch(() => {
      if (known.get(spaceId) === reading) known.delete(spaceId);
    });
  }
  return index;
}

async function load(platform: Platform, spaceId: string): Promise<Index> {
  const all: LiveRule[] = [];
  for (const id of await releasedIds(platform, spaceId, 'rule')) {
    const released = await releasedOf<RuleDocument>(platform, spaceId, 'rule', id);
    if (released?.enabled) all.push(liveOf(released));
  }
  const byForm = new Map<string, LiveRule[]>();
  for (const live of all) if (live.form !== undefined) byForm.set(live.form, [...(byForm.get(live.form) ?? []), live]);
  return { all, byForm, worked: new Map() };
}

export function liveOf({ id, number, name, releasedBy, body }: Released<RuleDocument>): LiveRule {
  return { id, number, name, author: releasedBy, rule: body.rule, form: formOfRule(body.rule) };
}

const prepared = new WeakMap<Rule, { form: ReleasedForm | undefined; value: Promise<Prepared | undefined> }>();

/** Compiled over the form as it is released now; undefined where it cannot be, which is told in the log. */
export async function preparedRule(
  where: Where,
  live: LiveRule,
  above: readonly string[] = [],
): Promise<Prepared | undefined> {
  const form = await formOrNone(where, live.form);
  const known = prepared.get(live.rule);
  if (known && known.form === form) return known.value;
  const value = prepare(where, live, form, above);
  prepared.set(live.rule, { form, value });
  value.catch(() => prepared.delete(live.rule));
  return value;
}

const mostDeep = 8;

async function prepare(
  where: Where,
  live: LiveRule,
  form: ReleasedForm | undefined,
  above: readonly string[],
): Promise<Prepared | undefined> {
  const compiled = await compiledRule(where, live.rule);
  if (!compiled.ok) {
    where.platform.log.warn(
      { rule: live.id, problems: compiled.problems.slice(0, 5) },
      'a rule in force cannot be compiled any more',
    );
    return undefined;
  }
  const statements = statementsIn(live.rule.body);
  const subs = new Map<string, Prepared>();
  const way = [...above, live.id];
  if (way.length <= mostDeep)
    for (const statement of statements) {
      if (statement.kind !== 'run' || way.includes(statement.rule)) continue;
      const released = await releasedOf<RuleDocument>(where.platform, where.spaceId, 'rule', statement.rule);
      const sub = released?.enabled ? await preparedRule(where, liveOf(released), way) : undefined;
      if (sub) subs.set(statement.rule, sub);
    }
  return {
    live,
    ready: compiled,
    subs,
    related: relatedBy(live.rule, compiled, form),
    within:
      statements.every(
        (one) =>
          one.kind !== 'script' && (one.kind !== 'act' || (ownActions as readonly string[]).includes(one.action)),
      ) && [...subs.values()].every((sub) => sub.within),
  };
}

/** Forms of which a rule may lock or write records in its transaction. */
export function touchedBy({ live, related, subs }: Prepared): Set<string> {
  const found = new Set(related.values());
  for (const one of statementsIn(live.rule.body)) {
    if (one.kind !== 'act' || !(ownActions as readonly string[]).includes(one.action)) continue;
    const form = one.target ?? live.form;
    if (form !== undefined) found.add(form);
  }
  for (const sub of subs.values()) for (const form of touchedBy(sub)) found.add(form);
  return found;
}

function relatedBy(rule: Rule, { steps }: Ready, form: ReleasedForm | undefined): Map<string, string> {
  const relations = new Map(
    (form?.definition.fields ?? []).flatMap((field) =>
      field.type === 'relation' ? [[field.id, field.config.form] as const] : [],
    ),
  );
  const found = new Map<string, string>();
  const add = (name: string | undefined): void => {
    const target = name === undefined ? undefined : relations.get(name);
    if (name !== undefined && target !== undefined) found.set(name, target);
  };
  const look = (list: readonly Step[]): void => {
    for (const step of list) {
      for (const text of step.texts.values()) if (text.ok) for (const path of text.reads) add(path.split('.')[0]);
      step.bodies.forEach(look);
    }
  };
  look(steps);
  for (const statement of statementsIn(rule.body)) {
    if (statement.kind === 'set' && statement.target.length > 1) add(statement.target[0]);
    if (statement.kind === 'match' && statement.into === 'set')
      for (const { name } of statement.table.outputs) if (name.includes('.')) add(name.split('.')[0]);
  }
  return found;
}

/** What happened to a record, as starts name it. */
export interface Happened {
  on: 'created' | 'changed' | 'deleted';
  /** Fields and sub-tables that differ. */
  fields: readonly string[];
}

export function beginsBy(start: Start, formId: string, { on, fields }: Happened): boolean {
  if (start.on !== on || start.form !== formId) return false;
  return start.on !== 'changed' || start.fields.length === 0 || start.fields.some((field) => fields.includes(field));
}
