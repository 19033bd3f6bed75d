import type { Problem as FeelProblem } from '@formwork/feel/problems.ts';

/** What is wrong with a rule, a table or a flow, before it may be released. */
export interface Problem {
  readonly code: RuleProblemCode | FeelProblem['code'];
  readonly data?: Readonly<Record<string, string | number>>;
  /** The statement or node. */
  readonly at?: string;
  /** The part of it: `branches.0.condition`, `table.rules.3.tests.1`. */
  readonly part?: string;
  /** Where in the text of the part. */
  readonly span?: { readonly from: number; readonly to: number };
  readonly severity?: 'warning';
}

export type RuleProblemCode =
  // reading the language of rules
  | 'rules.problem.unexpected'
  | 'rules.problem.missing'
  | 'rules.problem.no_rule'
  | 'rules.problem.wrong_start'
  | 'rules.problem.wrong_name'
  | 'rules.problem.wrong_value'
  // the model
  | 'rules.problem.wrong_type'
  | 'rules.problem.name_twice'
  | 'rules.problem.unknown_field'
  | 'rules.problem.unknown_action'
  | 'rules.problem.unknown_rule'
  | 'rules.problem.unknown_script'
  | 'rules.problem.not_before'
  | 'rules.problem.not_after'
  | 'rules.problem.start_at'
  | 'rules.problem.not_a_condition'
  | 'rules.problem.not_a_list'
  | 'rules.problem.sets_several'
  | 'rules.problem.needs_name'
  | 'rules.problem.too_many_statements'
  // tables
  | 'rules.problem.too_many_rows'
  | 'rules.problem.too_many_columns'
  | 'rules.problem.mixed_types'
  | 'rules.problem.formula'
  | 'rules.problem.no_outputs'
  // files of others
  | 'rules.problem.not_readable'
  | 'rules.problem.java'
  | 'rules.problem.foreign_function'
  | 'rules.problem.unknown_node'
  | 'rules.problem.unknown_policy'
  | 'rules.problem.script_too_long'
  // circles
  | 'rules.problem.circle'
  | 'rules.problem.perhaps_circle'
  // flows
  | 'flows.problem.id_twice'
  | 'flows.problem.one_start'
  | 'flows.problem.edge_nowhere'
  | 'flows.problem.too_many_ways'
  | 'flows.problem.body';

export const fromFeel = (at: string, part: string, { code, data, from, to }: FeelProblem): Problem => ({
  code,
  ...(data && { data }),
  at,
  part,
  span: { from, to },
});
