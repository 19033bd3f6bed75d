import { describe, expect, it } from 'vitest';
import { circlesOf, type FormOf } from './circles.ts';
import { readRules } from './qlang/read.ts';

/** Rules by their names, which are their ids here. */
function circles(text: string, formOf?: FormOf) {
  const rules = readRules(text).rules.map(({ rule }) => ({ id: rule.name, rule }));
  return circlesOf(rules, formOf).map(({ code, data }) => [code, data?.path]);
}

describe('circles between rules', () => {
  it('are refused where nothing has to hold, by their path', () => {
    expect(
      circles(
        'rule "A" on changed (x) of f\n  set y = 1\nrule "B" on changed (y) of f\n  create g\n    - n = 1\nrule "C" on created of g\n  update f\n    - x = 2\n',
      ),
    ).toEqual([['rules.problem.circle', 'A → B → C → A']]);
    expect(circles('rule "A" on changed of f\n  set x = x + 1\n')).toEqual([['rules.problem.circle', 'A → A']]);
  });

  it('are warned of where something has', () => {
    expect(circles('rule "A" on changed (x) of f\n  when x < 5 then\n    set x = x + 1\n  end\n')).toEqual([
      ['rules.problem.perhaps_circle', 'A → A'],
    ]);
  });

  it('go through relations and rules that call each other', () => {
    const relation: FormOf = (form, field) => (form === 'order' && field === 'customer' ? 'customer' : undefined);
    const text =
      'rule "A" on created of order\n  set customer.sum = 1\nrule "B" on changed (sum) of customer\n  create order\n    - n = 1\n';
    expect(circles(text, relation)).toEqual([['rules.problem.circle', 'A → B → A']]);
    expect(circles(text)).toEqual([]);
    expect(circles('rule "A" on call\n  run "B"\nrule "B" on call\n  run "A"\n')).toEqual([
      ['rules.problem.circle', 'A → B → A'],
    ]);
  });

  it('are none where other fields start, or the save itself sets', () => {
    expect(circles('rule "A" on changed (x) of f\n  set y = 1\n')).toEqual([]);
    expect(circles('rule "A" on saving of f\n  at before\n  set x = 1\n')).toEqual([]);
    expect(circles('rule "A" on changed (x) of f\n  create f\n    - x = 1\n')).toEqual([]);
  });
});
