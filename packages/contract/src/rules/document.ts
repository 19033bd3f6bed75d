import { z } from 'zod';
import type { DocumentKind } from '../definitions/kind.ts';
import { Rule, ruleFormat, statementsIn, type Statement } from './rule.ts';
import { shownText } from '../text.ts';

/** A plain value as the expression language has it. */
const Plain = z.unknown();

/** What a rule must come to on some values: looked at before it is released. */
export const RuleTest = z.object({
  id: z.string().min(1).max(60),
  name: shownText().min(1).max(200),
  /** Values by name; those of before by `old`. */
  input: z.record(z.string(), Plain),
  /** Fields that it sets, variables and outputs at the end; what is not named is not looked at. */
  expected: z.record(z.string(), Plain),
  /** Whether it refuses; left out where that is of no concern. */
  refuses: z.boolean().optional(),
});
export type RuleTest = z.infer<typeof RuleTest>;

/** A rule as it is drafted and released, with its test cases. */
export const RuleDocument = z.object({ rule: Rule, tests: z.array(RuleTest).max(200) });
export type RuleDocument = z.infer<typeof RuleDocument>;

export const emptyRule = (): RuleDocument => ({
  rule: {
    format: ruleFormat,
    name: 'rule',
    at: 'later',
    runsAs: 'author',
    inputs: [],
    outputs: [],
    types: [],
    starts: [],
    body: [],
    layout: {},
  },
  tests: [],
});

export const ruleKind: DocumentKind<RuleDocument> = {
  kind: 'rule',
  area: 'rules',
  saves: 'changes',
  schema: RuleDocument,
  empty: emptyRule,
  settle: settleRule,
  titleIn: ({ rule }) => rule.name,
};

/** Every statement has an id of its own, and places are those of statements that are there. */
export function settleRule(document: RuleDocument): RuleDocument {
  const { rule } = document;
  const seen = new Set<string>();
  const body = eachOnce(rule.body, seen);
  const layout = Object.fromEntries(Object.entries(rule.layout).filter(([id]) => seen.has(id)));
  const placed = Object.keys(layout).length === Object.keys(rule.layout).length;
  const tests = [...new Map(document.tests.map((one) => [one.id, one])).values()];
  if (body === rule.body && placed && tests.length === document.tests.length) return document;
  return { tests, rule: { ...rule, body, layout } };
}

function eachOnce(body: Statement[], seen: Set<string>): Statement[] {
  let same = true;
  const found: Statement[] = [];
  for (const statement of body) {
    if (seen.has(statement.id)) {
      same = false;
      continue;
    }
    seen.add(statement.id);
    const inner = innerOnce(statement, seen);
    if (inner !== statement) same = false;
    found.push(inner);
  }
  return same ? body : found;
}

function innerOnce(statement: Statement, seen: Set<string>): Statement {
  if (statement.kind === 'each') {
    const body = eachOnce(statement.body, seen);
    return body === statement.body ? statement : { ...statement, body };
  }
  if (statement.kind !== 'when') return statement;
  const branches = statement.branches.map((branch) => {
    const body = eachOnce(branch.body, seen);
    return body === branch.body ? branch : { ...branch, body };
  });
  const otherwise = statement.otherwise && eachOnce(statement.otherwise, seen);
  const same = branches.every((one, at) => one === statement.branches[at]) && otherwise === statement.otherwise;
  return same ? statement : { ...statement, branches, ...(otherwise && { otherwise }) };
}

/** A script that rules run: a body of a function over `input` and `log`. */
export const RuleScript = z.object({ code: z.string().max(65_536) });
export type RuleScript = z.infer<typeof RuleScript>;

export const ruleScriptKind: DocumentKind<RuleScript> = {
  kind: 'rule_script',
  area: 'rules',
  saves: 'whole',
  schema: RuleScript,
  empty: () => ({ code: 'return input;\n' }),
  settle: (body) => body,
};

/** Stands where no form is chosen yet: a name is wanted there. No form has this id. */
export const noForm = 'form';

/** The form whose fields the rule reads: that of its first start. */
export function formOfRule({ starts }: Pick<Rule, 'starts'>): string | undefined {
  for (const start of starts) if ('form' in start && start.form !== '') return start.form;
  return undefined;
}

/** Ids that others may name: statements. */
export const partsOfRule = ({ body }: Pick<Rule, 'body'>): string[] => statementsIn(body).map(({ id }) => id);
