import { describe, expect, it } from 'vitest';
import { readRules } from '../qlang/read.ts';
import { readJdm } from './read.ts';
import { writeJdm } from './write.ts';

const ruleOf = (text: string) => readRules(text).rules[0]!.rule;

describe('rules for tools that read JDM', () => {
  it('come back with the same values and tables', () => {
    const rule = ruleOf(
      'rule "fee" on call\n  let half = if amount > 10 then amount / 2 else if amount = 0 then 1 else 2\n  match (first) let fee = x by half, region\n    | > 5 | "east" | 1 |\n    | - | - | half |\n  end\n',
    );
    const written = writeJdm(rule);
    expect(written.ok).toBe(true);
    const read = readJdm(written.ok ? written.text : '', 'fee');
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && read.rule.body).toMatchObject([
      { kind: 'let', name: 'half', value: 'if amount > 10 then amount / 2 else if amount = 0 then 1 else 2' },
      {
        kind: 'match',
        name: 'fee',
        table: {
          policy: 'first',
          inputs: [{ text: 'half' }, { text: 'region' }],
          rules: [{ tests: ['> 5', '"east"'], outputs: ['1'] }, { outputs: ['half'] }],
        },
      },
    ]);
  });

  it('are refused by name where that tool has no word', () => {
    const written = writeJdm(ruleOf('rule "r"\n  set a = 1\n  let b = for x in y return x\n'));
    expect(written.ok ? [] : written.problems.map(({ data }) => data?.type)).toEqual(['set', 'for x in y return x']);
  });
});
