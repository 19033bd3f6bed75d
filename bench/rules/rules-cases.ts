import { zenTableOf } from '../zen-table.ts';
import { ruleFormat, type Rule } from '@formwork/contract/rules/rule.ts';
import type { DecisionTable } from '@formwork/feel/table/decision-table.ts';
import { number, string, type FeelType } from '@formwork/feel/types.ts';

export const types: Readonly<Record<string, FeelType>> = {
  code: string,
  region: string,
  amount: number,
  weight: number,
  score: number,
  level: string,
};

/** Four branches over one number, each setting a field. */
export const branchRule: Rule = {
  format: ruleFormat,
  name: 'level',
  at: 'later',
  runsAs: 'author',
  inputs: [],
  outputs: [{ name: 'level', type: 'string' }],
  types: [],
  starts: [],
  body: [
    {
      id: 'when',
      kind: 'when',
      branches: (
        [
          [90, 'A'],
          [75, 'B'],
          [60, 'C'],
        ] as const
      ).map(([least, level]) => ({
        condition: `score >= ${least}`,
        body: [{ id: `set${level}`, kind: 'set', target: ['level'], value: `"${level}"` }],
      })),
      otherwise: [{ id: 'setD', kind: 'set', target: ['level'], value: '"D"' }],
    },
  ],
  layout: {},
};

export const levelOf = (score: number): string => (score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 60 ? 'C' : 'D');

/** A table with what is asked of it: rule n answers n for input n. */
export interface TableCase {
  name: string;
  table: DecisionTable;
  inputs: readonly Readonly<Record<string, string | number>>[];
  /** The tests of a rule as json-rules-engine has them: fact, operator, value. */
  conditions: (n: number) => readonly (readonly [fact: string, operator: string, value: string | number])[];
}

/** Keyed by code, ten regions with ranges, ranges alone. */
export function tableCases(rows: number): TableCase[] {
  const side = Math.round(Math.sqrt(rows));
  const kinds: Omit<TableCase, 'table' | 'inputs'>[] = [
    { name: 'keyed', conditions: (n) => [['code', 'equal', `C${n}`]] },
    {
      name: 'regions',
      conditions: (n) => [['region', 'equal', `R${n % 10}`], ...between('amount', Math.floor(n / 10))],
    },
    { name: 'ranges', conditions: (n) => [...between('amount', n % side), ...between('weight', Math.floor(n / side))] },
  ];
  return kinds.map((kind) => ({ ...kind, table: tableOf(kind, rows), inputs: inputsOf(kind, rows) }));
}

const WIDTH = 10;
const between = (fact: string, n: number): (readonly [string, string, number])[] => [
  [fact, 'greaterThanInclusive', n * WIDTH],
  [fact, 'lessThan', (n + 1) * WIDTH],
];

function tableOf({ conditions }: Pick<TableCase, 'conditions'>, rows: number): DecisionTable {
  const facts = [...new Set(conditions(0).map(([fact]) => fact))];
  return {
    hitPolicy: 'first',
    inputs: facts.map((text) => ({ text })),
    outputs: [{ name: 'n' }],
    rules: Array.from({ length: rows }, (_, n) => ({
      tests: facts.map((fact) => cellOf(conditions(n).filter(([of]) => of === fact))),
      outputs: [String(n)],
    })),
  };
}

function cellOf(tests: ReturnType<TableCase['conditions']>): string {
  const [first, second] = tests;
  return second ? `[${first![2]}..${second[2]})` : JSON.stringify(first![2]);
}

function inputsOf({ conditions }: Pick<TableCase, 'conditions'>, rows: number): TableCase['inputs'] {
  const input = (n: number) =>
    Object.fromEntries(
      conditions(n)
        .filter(([, operator]) => operator !== 'lessThan')
        .map(([fact, , value]) => [fact, typeof value === 'number' ? value + WIDTH / 2 : value]),
    );
  return Array.from({ length: 100 }, (_, i) => input(Math.floor((i * rows) / 100)));
}

/** The number of the rule that an input of `inputsOf` meets. */
export const answerOf = (rows: number, i: number): number => Math.floor((i * rows) / 100);

/** The same table as zen-engine keeps it. */
export function zenTable({ table }: TableCase): object {
  const inputs = table.inputs.map(({ text }) => text);
  return zenTableOf(
    inputs,
    'n',
    table.rules.map(({ tests, outputs }) => ({
      ...Object.fromEntries(inputs.map((text, i) => [text, tests[i]])),
      n: outputs[0],
    })),
  );
}

export const zenBranch = 'score >= 90 ? "A" : score >= 75 ? "B" : score >= 60 ? "C" : "D"';

/** The branch rule as a switch of zen-engine with an expression behind every way. */
export const zenBranchRule = {
  nodes: [
    { id: 'in', type: 'inputNode', name: 'in', position: { x: 0, y: 0 } },
    {
      id: 'level',
      type: 'expressionNode',
      name: 'level',
      position: { x: 0, y: 0 },
      content: { expressions: [{ id: 'level', key: 'level', value: zenBranch }] },
    },
    { id: 'out', type: 'outputNode', name: 'out', position: { x: 0, y: 0 } },
  ],
  edges: [
    { id: 'a', sourceId: 'in', targetId: 'level', type: 'edge' },
    { id: 'b', sourceId: 'level', targetId: 'out', type: 'edge' },
  ],
};
