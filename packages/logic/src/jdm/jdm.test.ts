import { describe, expect, it } from 'vitest';
import { compileRule } from '../compile.ts';
import { evaluate } from '../evaluate.ts';
import { number, string } from '@formwork/feel/types.ts';
import { readJdm } from './read.ts';
import { feelOfZen } from './zen.ts';

const node = (id: string, type: string, content?: unknown) => ({
  id,
  type,
  name: id,
  position: { x: 1, y: 2 },
  content,
});
const jdm = (nodes: readonly object[], edges: string) =>
  JSON.stringify({
    nodes: [node('in', 'inputNode'), ...nodes],
    edges: edges.split(' ').map((text) => {
      const [from, to] = text.split('>');
      const [sourceId, sourceHandle] = from!.split(':');
      return { sourceId, targetId: to, ...(sourceHandle && { sourceHandle }) };
    }),
  });
const expressions = (...list: [string, string][]) => ({
  expressions: list.map(([key, value], i) => ({ id: String(i), key, value })),
});

function judge(text: string, input: Record<string, unknown>) {
  const read = readJdm(text, 'r');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const compiled = compileRule(read.rule, { types: { amount: number, level: string } });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return evaluate(compiled, input, { now: 0, zone: 'UTC' }).result;
}
const codes = (text: string) => {
  const read = readJdm(text, 'r');
  return read.ok ? [] : read.problems.map(({ code, data }) => [code, data?.type ?? data?.policy ?? data?.name ?? '']);
};

describe('decisions of JDM', () => {
  it.each([
    ["a == 'x' and b != 2", 'a = "x" and b != 2'],
    ['a > 1 ? 2 : b ? 3 : 4', 'if a > 1 then 2 else if b then 3 else 4'],
    ['a[0]', 'a[0]'],
    ['map(a, # + 1)', null],
    ['a % 2', null],
    ['a ?? 1', null],
  ])('say %s in FEEL', (zen, feel) => {
    expect(feelOfZen(zen)).toBe(feel);
  });

  it('decide as rules, also behind ways that meet again', () => {
    const table = node('table', 'decisionTableNode', {
      hitPolicy: 'first',
      inputs: [
        { id: 'a', field: 'amount' },
        { id: 'l', field: 'level' },
      ],
      outputs: [
        { id: 'x', field: 'rate' },
        { id: 'y', field: 'who' },
      ],
      rules: [
        { _id: '1', a: '> 100', l: '"A", "B"', x: '0.1', y: '"boss"' },
        { _id: '2', a: '', l: '', x: '0.2', y: "'clerk'" },
      ],
    });
    const choice = node('choice', 'switchNode', {
      statements: [
        { id: 's1', condition: 'rate > 0.15' },
        { id: 's2', condition: '', isDefault: true },
      ],
    });
    const text = jdm(
      [
        table,
        choice,
        node('dear', 'expressionNode', expressions(['fee', 'amount * rate'])),
        node('cheap', 'expressionNode', expressions(['fee', '1'])),
        node('sum', 'expressionNode', expressions(['total', 'amount + fee'])),
        node('out', 'outputNode'),
      ],
      'in>table table>choice choice:s1>dear choice:s2>cheap dear>sum cheap>sum sum>out',
    );
    expect(judge(text, { amount: 200, level: 'B' })).toMatchObject({ who: 'boss', fee: '1', total: '201' });
    expect(judge(text, { amount: 10, level: 'B' })).toMatchObject({ who: 'clerk', fee: '2', total: '12' });
  });

  it('are refused by name', () => {
    expect(codes(jdm([node('x', 'httpNode', {})], 'in>x'))).toEqual([['rules.problem.unknown_node', 'httpNode']]);
    expect(codes(jdm([node('f', 'functionNode', 'x'.repeat(65 * 1024))], 'in>f'))).toEqual([
      ['rules.problem.script_too_long', 'f'],
    ]);
    expect(codes(jdm([node('e', 'expressionNode', expressions(['a', 'map(b, # + 1)']))], 'in>e'))).toEqual([
      ['rules.problem.not_readable', 'e'],
    ]);
    expect(codes('{')).toEqual([['rules.problem.not_readable', '']]);
    expect(codes('{"nodes": 1}')).toEqual([['rules.problem.not_readable', '']]);
    const rules = Array.from({ length: 10_001 }, () => ({ x: '1' }));
    const large = node('t', 'decisionTableNode', {
      hitPolicy: 'first',
      inputs: [],
      outputs: [{ id: 'x', field: 'x' }],
      rules,
    });
    expect(codes(jdm([large], 'in>t'))).toEqual([['rules.problem.too_many_rows', '']]);
  });
});
