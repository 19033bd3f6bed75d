import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Rule, statementsIn } from '@formwork/contract/rules/rule.ts';
import { buildParserFile } from '@lezer/generator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFeel, randomRule } from '../testing/random-rule.ts';
import { printRule, printRules } from './print.ts';
import { readRules } from './read.ts';
import { unwritten, written } from './written.ts';

describe('the language of rules', () => {
  it('holds every text of an expression', () => {
    const stretch = fc.constantFrom(
      'condition' as const,
      'lines' as const,
      'line' as const,
      'item' as const,
      'cell' as const,
    );
    fc.assert(
      fc.property(randomFeel(), stretch, (text, where) => {
        expect(unwritten(written(text, where)).text).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('holds every rule, its ids and places too', () => {
    fc.assert(
      fc.property(randomRule(), fc.constantFrom('en' as const, 'zh' as const), (rule, language) => {
        const { rules, problems } = readRules(printRule(rule, language), [rule]);
        expect(problems.filter(({ code }) => code !== 'rules.problem.missing')).toEqual([]);
        expect(rules[0]?.rule).toEqual(rule);
        expect(Rule.safeParse(rules[0]?.rule).error).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('marks a broken condition there, and the next rule stays whole', () => {
    const text =
      'rule "one"\n  when a >\n    set x = 1\n  end\nrule "two" when b > (1 then\n  set y = 2\nend\nrule "three"\n  set z = 3\n';
    const { rules, problems } = readRules(text);
    expect(problems).toEqual([]);
    expect(rules.map(({ rule }) => rule.body)).toMatchObject([
      [{ branches: [{ condition: 'a >', body: [{ target: ['x'], value: '1' }] }] }],
      [{ branches: [{ condition: 'b > (1', body: [{ target: ['y'] }] }] }],
      [{ kind: 'set', target: ['z'] }],
    ]);
    const place = rules[0]!.places.get(`${rules[0]!.rule.body[0]!.id}/branches.0.condition`)!;
    expect(text.slice(place.from, place.to)).toBe('a >');
  });

  it('is found again behind what nobody can read', () => {
    const { rules, problems } = readRules('rule "a"\n  whn x > 1 then\n    set y = 1\nrule "b"\n  set z = 2\n');
    expect(problems[0]).toMatchObject({ code: 'rules.problem.unexpected' });
    expect(rules.at(-1)?.rule).toMatchObject({ name: 'b', body: [{ kind: 'set', target: ['z'], value: '2' }] });
  });

  it('may be written in Chinese', () => {
    const { rules, problems } = readRules(
      '规则 "折扣" 当有 changed (金额) 属于 订单 当 金额 > 100 则 设 折扣 = 0.1\n否则 设 折扣 = 0\n结束',
    );
    expect(problems).toEqual([]);
    expect(rules[0]?.rule).toMatchObject({
      starts: [{ on: 'changed', form: '订单', fields: ['金额'] }],
      body: [{ kind: 'when', branches: [{ condition: '金额 > 100' }], otherwise: [{ value: '0' }] }],
    });
  });

  it('keeps ids where statements were edited, added and moved', () => {
    const before = readRules('rule "r"\n  set a = 1\n  set b = 2\n  when x then\n    set c = 3\n  end\n').rules[0]!
      .rule;
    const ids = Object.fromEntries(
      statementsIn(before.body).map((one) => [one.kind === 'set' ? one.target[0] : 'when', one.id]),
    );
    const text = 'rule "r"\n  let n = 0\n  set b = 2\n  set a = 10\n  when x or y then\n    set c = 3\n  end\n';
    const after = readRules(text, [before]).rules[0]!.rule;
    const found = statementsIn(after.body).map((one) => [one.kind === 'set' ? one.target[0] : one.kind, one.id]);
    expect(Object.fromEntries(found)).toMatchObject({ b: ids.b, c: ids.c, when: ids.when });
    expect(new Set(found.map(([, id]) => id)).size).toBe(found.length);
  });

  it('reads a great many rules at once', () => {
    const one = printRule(readRules('rule "r"\n  when a > 1 then\n    set b = 2\n  end\n').rules[0]!.rule);
    const { rules } = readRules(one.repeat(2_000));
    expect(rules.length).toBe(2_000);
    expect(printRules(rules.slice(0, 2).map(({ rule }) => rule))).toBe(`${one}\n${one}`);
  });

  it('has the tables that its grammar makes', () => {
    const source = readFileSync(path.join(import.meta.dirname, 'qlang.grammar'), 'utf8');
    const built = buildParserFile(source, { typeScript: true, warn: () => {} });
    const tables = (code: string) =>
      (code.match(/[`"'][^\n]{40,}[`"']/g) ?? []).map((text) => text.slice(1, -1).replaceAll('\\', ''));
    const committed = readFileSync(path.join(import.meta.dirname, 'parser.ts'), 'utf8');
    expect(tables(committed)).toEqual(tables(built.parser));
  });
});
