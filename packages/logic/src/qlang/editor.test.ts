import { describe, expect, it } from 'vitest';
import { facts } from '../testing/rules.ts';
import { checkText } from './check.ts';
import { completionsAt } from './complete.ts';

const marks = (text: string) => checkText(text, facts).map(({ code, from, to }) => [code, text.slice(from, to)]);

describe('the editor of rules', () => {
  it('marks what is wrong in its place', () => {
    expect(marks('rule "a"\n  when amount >\n    set price = 1\n  end\nrule "b"\n  set price = 2\n')).toEqual([
      ['feel.unexpected_end', ''],
    ]);
    expect(marks('rule "a"\n  set price = amuont + 1\n')).toEqual([['feel.unknown_name_similar', 'amuont']]);
    expect(marks('rule "a"\n  set price =\n')).toEqual([['rules.problem.missing', '']]);
    expect(marks('rule "a"\n  when (\n  amount > 1 and\n  amuont > 2\n) then\n    set price = 1\n  end\n')).toEqual([
      ['feel.unknown_name_similar', 'amuont'],
    ]);
    expect(
      marks('rule "a"\n  match (first) set price by amount\n    | > 1 | 1 |\n    | amuont | 2 |\n  end\n'),
    ).toEqual([['feel.unknown_name_similar', 'amuont']]);
    expect(
      marks('rule "a"\n  match (first) set price by amount\n    | > 1 |\n  end\n').map(([code]) => code),
    ).toContain('rules.problem.wrong_value');
    expect(marks('rule "a"\n  on created of\n  let x = 1\n')).not.toEqual([]);
  });

  it.each([
    ['rule "a"\n  |', ['when', 'set', 'let']],
    ['rule "a"\n  on |', ['created', 'webhook']],
    ['rule "a"\n  let rate = 2\n  set |', ['price', 'amount']],
    ['rule "a"\n  let rate = 2\n  set price = ra|', ['rate', 'amount']],
    ['rule "a"\n  do "|', ['records.create']],
    ['规则 "a"\n  |', ['当', '设']],
  ])('offers what could stand at %j', (marked, wanted) => {
    const at = marked.indexOf('|');
    const labels = completionsAt(marked.replace('|', ''), at, facts).options.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(wanted));
  });
});
