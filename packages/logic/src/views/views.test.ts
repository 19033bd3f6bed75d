import { statementsIn, type When } from '@formwork/contract/rules/rule.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printRule } from '../qlang/print.ts';
import { readRules } from '../qlang/read.ts';
import { randomRule } from '../testing/random-rule.ts';
import { branchesOf, branchTable } from './branch-table.ts';
import { fromGraph, refusesEdge, toGraph } from './graph.ts';
import { wizardBody, wizardView } from './wizard.ts';

describe('one model, several views', () => {
  it('comes back equal through text, graph, table and steps', () => {
    fc.assert(
      fc.property(randomRule(), (rule) => {
        const graph = toGraph(rule);
        const drawn = { ...rule, ...fromGraph(JSON.parse(JSON.stringify(graph)) as typeof graph) };
        const [read] = readRules(printRule(drawn), [drawn]).rules;
        const tabled = {
          ...read!.rule,
          body: read!.rule.body.map((one) => (one.kind === 'when' ? throughTable(one) : one)),
        };
        const view = wizardView(tabled);
        expect({ ...tabled, body: view ? wizardBody(view, 'w', tabled.body) : tabled.body }).toEqual(rule);
      }),
      { numRuns: 1_000 },
    );
  });

  it('shows branches that set the same fields as a table', () => {
    const text =
      'rule "r"\n  when a > 5 and b = "x" then\n    set c = 1\n  elsewhen b = "y" then\n    set c = 2\n  elsewhen f(a) then\n    set c = 3\n  otherwise\n    set c = 4\n  end\n';
    const when = readRules(text).rules[0]!.rule.body[0] as When;
    const table = branchTable(when)!;
    expect(table).toMatchObject({
      columns: ['a', 'b'],
      outputs: [['c']],
      rows: [{ cells: ['> 5', '= "x"'] }, { cells: ['', '= "y"'] }, { cells: ['', ''], and: 'f(a)' }],
    });
    expect(branchesOf(table)).toEqual(when);
  });

  it('refuses edges that could not be said in statements', () => {
    const rule = readRules('rule "r"\n  when a then\n    set b = 1\n  end\n  set c = 2\n').rules[0]!.rule;
    const [when, inner, last] = statementsIn(rule.body).map(({ id }) => id) as [string, string, string];
    const graph = toGraph(rule);
    expect(refusesEdge(graph, { from: inner, to: last })).toBe('taken');
    const open = { ...graph, edges: graph.edges.filter(({ to }) => to !== when) };
    expect(refusesEdge(open, { from: inner, to: when })).toBe('circle');
    expect(refusesEdge(open, { from: null, to: when })).toBe(null);
  });
});

function throughTable(when: When): When {
  const table = branchTable(when);
  return table ? branchesOf(JSON.parse(JSON.stringify(table)) as typeof table) : when;
}
