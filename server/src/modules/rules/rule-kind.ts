import type { DefinitionProblem, DefinitionReference, DefinitionWords } from '@formwork/contract/definitions/kind.ts';
import { isSystemField } from '@formwork/contract/forms/system-fields.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import {
  formOfRule,
  noForm,
  partsOfRule,
  ruleKind as pure,
  type RuleDocument,
} from '@formwork/contract/rules/document.ts';
import { bodiesOf, statementsIn, type Rule, type Start, type Statement } from '@formwork/contract/rules/rule.ts';
import { circlesOf } from '@formwork/logic/circles.ts';
import { compileRuleSteps, type CompiledRule } from '@formwork/logic/compile.ts';
import { tableProblems } from '@formwork/logic/table.ts';
import type { Problem } from '@formwork/logic/problem.ts';
import { assetOfRule } from './assets.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import type { DefinitionKind, ReleaseChange } from '../../platform/definition-kind.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { releasedIds, releasedOf } from '../definitions/public.ts';
import { rightsOnForm } from '../records/public.ts';
import { factsOf, formOrNone } from './facts.ts';
import { inSlices } from './slices.ts';
import { testResults } from './tests.ts';

type Where = { platform: Platform; spaceId: string };

/** Rules: what starts them, what they judge, what they do. */
export const ruleKind: DefinitionKind<RuleDocument, RuleDocument> = {
  ...pure,
  format: 1,
  migrate: (body) => body,
  permissions: { use: ['admin', 'user'], create: ['admin', 'user'] },
  problems: async ({ rule, tests }, { platform, spaceId, id }) => {
    const where = { platform, spaceId };
    const compiled = await compiledRule(where, rule);
    const found: DefinitionProblem[] = (compiled.ok ? [] : compiled.problems).map(told(rule));
    if (!compiled.ok) found.push(...warningsOf(rule));
    const forms = new Set(rule.starts.flatMap((start) => ('form' in start ? [start.form] : [])));
    if (forms.size > 1) found.push({ code: 'rules.problem.several_forms', level: 'error', at: ['rule', 'starts'] });
    found.push(...startProblems(rule));
    if (rule.starts.length === 0)
      found.push({ code: 'rules.problem.no_start', level: 'error', at: ['rule', 'starts'] });
    if (compiled.ok) {
      found.push(...(await circles(where, id, rule)));
      // before it is released it must come to what was written down
      for (const { name, id: test, passed } of await testResults(where, compiled, tests))
        if (!passed)
          found.push({ code: 'rules.problem.test_failed', level: 'error', at: ['tests', `#${test}`], data: { name } });
    }
    return found;
  },
  references: ({ rule }) => referencesOf(rule),
  asset: ({ rule }) => assetOfRule(rule, referencesOf(rule)),
  parts: ({ rule }) => partsOfRule(rule),
  rename: (body, ids) => JSON.parse(JSON.stringify(body, renamed(ids))) as RuleDocument,
  compile: (body) => body,
  words: (before, after) => wordsOf(before, after),
  onRelease: requireMayRelease,
};

/** What nobody tells of yet is kept and refuses release. */
const isOffered = (start: Start): boolean => !['device', 'alarm'].includes(start.on);

const isChosen = (form: string): boolean => form !== '' && form !== noForm;

/** Nobody begins it whose rights it could have. */
const byNobody: ReadonlySet<Start['on']> = new Set(['time', 'every', 'date', 'webhook']);

function startProblems({ starts, runsAs }: Rule): DefinitionProblem[] {
  const found: DefinitionProblem[] = [];
  for (const [n, start] of starts.entries()) {
    const add = (code: DefinitionProblem['code']): void =>
      void found.push({ code, level: 'error', at: ['rule', 'starts', String(n)], data: { start: start.on } });
    if (!isOffered(start)) add('rules.problem.start_not_offered');
    else if (runsAs === 'person' && byNobody.has(start.on)) add('rules.problem.start_no_person');
    if ((start.on === 'message' && start.name === '') || (start.on === 'webhook' && start.key === ''))
      add('rules.problem.start_no_name');
    if ('form' in start && !isChosen(start.form)) add('rules.problem.no_form');
  }
  return found;
}

const named = new Set(['form', 'target', 'rule', 'script']);
const renamed =
  (ids: ReadonlyMap<string, string>) =>
  (key: string, value: unknown): unknown =>
    named.has(key) && typeof value === 'string' ? (ids.get(value) ?? value) : value;

/** Large tables are compiled a few milliseconds at a time. */
export async function compiledRule(where: Where, rule: Rule): Promise<CompiledRule> {
  return inSlices(compileRuleSteps(rule, await factsOf(where, rule)));
}

/** Rules of users are theirs alone; what binds everybody who saves is for whoever may design forms. */
export const bindsAll = ({ at, runsAs }: Pick<Rule, 'at' | 'runsAs'>): boolean => at !== 'later' || runsAs === 'system';

/** Whoever may design forms. */
export const mayBindAll = ({ user }: Pick<Ctx, 'user'>): boolean => roleHolds(user.role, 'forms.design.edit');

async function requireMayRelease(ctx: TxCtx, { after: { rule } }: ReleaseChange<RuleDocument>): Promise<void> {
  if (mayBindAll(ctx)) return;
  if (bindsAll(rule)) throw forbidden('rules.rule.binds_all');
  const formId = formOfRule(rule);
  if (formId === undefined) return;
  // nobody judges records of a form that they see nothing of
  const { tx: _, ...outside } = ctx;
  const rights = await rightsOnForm(outside, formId).catch(() => undefined);
  if (!rights || rights.view === null) throw forbidden('rules.rule.no_form');
}

const told =
  (_rule: Rule) =>
  ({ code, data, at, part, span, severity }: Problem): DefinitionProblem => ({
    code,
    level: severity === 'warning' ? 'warning' : 'error',
    at: ['rule', ...(at === undefined ? [] : ['body', `#${at}`]), ...(part === undefined ? [] : [part])],
    data: { ...data, ...(span && { from: span.from, to: span.to }) },
  });

function warningsOf(rule: Rule): DefinitionProblem[] {
  return statementsIn(rule.body)
    .flatMap((one) =>
      one.kind === 'match' ? tableProblems(one.table).map((problem) => ({ ...problem, at: one.id })) : [],
    )
    .filter(({ severity }) => severity === 'warning')
    .map(told(rule));
}

/** Circles that the rule is part of, with those that are in force. */
async function circles(where: Where, id: string, rule: Rule): Promise<DefinitionProblem[]> {
  const others = await Promise.all(
    (await releasedIds(where.platform, where.spaceId, 'rule'))
      .filter((other) => other !== id)
      .map((other) => releasedOf<RuleDocument>(where.platform, where.spaceId, 'rule', other)),
  );
  const all = [
    { id, rule: named0(rule, rule.name) },
    ...others.flatMap((other) =>
      other?.enabled ? [{ id: other.id, rule: named0(other.body.rule, other.name.zh) }] : [],
    ),
  ];
  const relations = new Map<string, string>();
  for (const form of new Set(all.flatMap((one) => formOfRule(one.rule) ?? []))) {
    const released = await formOrNone(where, form);
    for (const field of released?.definition.fields ?? [])
      if (field.type === 'relation') relations.set(`${form}/${field.id}`, field.config.form);
  }
  return circlesOf(all, (form, field) => relations.get(`${form}/${field}`))
    .filter(({ at, data }) => at === id || String(data?.path).split(' → ').includes(rule.name))
    .map(told(rule));
}

const named0 = (rule: Rule, name: string): Rule => ({ ...rule, name });

function referencesOf(rule: Rule): DefinitionReference[] {
  const found: DefinitionReference[] = [];
  const form = formOfRule(rule);
  const add = (part: string, kind: string, id: string, of = ''): void => {
    if (id !== '') found.push({ part, to: { kind, id, part: of }, how: 'refuse' });
  };
  for (const start of rule.starts) {
    if (!('form' in start) || !isChosen(start.form)) continue;
    add('', 'form', start.form);
    if (start.on === 'changed') for (const field of start.fields) add('', 'form', start.form, field);
    // when a record was made or changed is no field of the form's own: nobody takes it away
    if (start.on === 'date' && !isSystemField(start.field)) add('', 'form', start.form, start.field);
  }
  for (const statement of statementsIn(rule.body)) {
    if (statement.kind === 'set' && form !== undefined && isChosen(form))
      add(statement.id, 'form', form, statement.target[0]);
    if (statement.kind === 'act' && statement.action.startsWith('records.') && statement.target !== undefined) {
      add(statement.id, 'form', statement.target);
      for (const { name } of statement.input) add(statement.id, 'form', statement.target, name);
    }
    if (statement.kind === 'run') add(statement.id, 'rule', statement.rule);
    if (statement.kind === 'script') add(statement.id, 'rule_script', statement.script);
  }
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Two releases, in words: what starts it, as whom and when it acts, and every statement that came, went or says something else. */
function wordsOf(before: RuleDocument | undefined, after: RuleDocument): DefinitionWords[] {
  if (!before) return [];
  const words: DefinitionWords[] = [];
  const [was, is] = [before.rule, after.rule];
  for (const part of ['at', 'runsAs', 'starts', 'inputs', 'outputs'] as const)
    if (JSON.stringify(was[part]) !== JSON.stringify(is[part]))
      words.push({
        code: `rules.words.${part}`,
        at: ['rule', part],
        ...(typeof is[part] === 'string' && { data: { before: was[part], after: is[part] } }),
      });
  const old = new Map(statementsIn(was.body).map((one) => [one.id, one]));
  for (const one of statementsIn(is.body)) {
    const last = old.get(one.id);
    old.delete(one.id);
    const at = ['rule', 'body', `#${one.id}`];
    if (!last) words.push({ code: 'rules.words.added', at, data: { what: brief(one) } });
    else if (own(last) !== own(one))
      words.push({ code: 'rules.words.changed', at, data: { before: brief(last), after: brief(one) } });
  }
  for (const one of old.values())
    words.push({ code: 'rules.words.removed', at: ['rule', 'body'], data: { what: brief(one) } });
  if (JSON.stringify(before.tests) !== JSON.stringify(after.tests))
    words.push({ code: 'rules.words.tests', at: ['tests'] });
  return words;
}

/** A statement without those inside of it. */
const own = (statement: Statement): string =>
  JSON.stringify(statement, (key, value: unknown) =>
    (key === 'body' || key === 'otherwise') && bodiesOf(statement).length > 0 ? undefined : value,
  );

function brief(statement: Statement): string {
  switch (statement.kind) {
    case 'let':
      return `${statement.name} = ${statement.value}`;
    case 'set':
      return `${statement.target.join('.')} = ${statement.value}`;
    case 'when':
      return statement.branches.map(({ condition }) => condition).join('; ');
    case 'match':
      return `${statement.table.outputs.map(({ name }) => name).join(', ')} (${statement.table.rules.length})`;
    case 'each':
      return `${statement.item}: ${statement.list}`;
    case 'act':
      return [statement.action, statement.target, statement.where].filter(Boolean).join(' ');
    case 'run':
      return statement.rule;
    case 'script':
      return statement.script;
    case 'stop':
      return statement.text ?? '';
  }
}
