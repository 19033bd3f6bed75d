import { zenTableOf } from './zen-table.ts';
import type { DecisionTable } from '@formwork/feel/table/decision-table.ts';
import type { FeelType } from '@formwork/feel/types.ts';

/** One expression in FEEL, which ours and feelin read, and the same in the language of zen-engine. */
export interface Case {
  name: string;
  text: string;
  zen: string;
  /** Nothing but what the expression reads: the peers convert all they are given. */
  input: Readonly<Record<string, unknown>>;
  expected: unknown;
}

const kind = (name: 'number' | 'string' | 'boolean'): FeelType => ({ kind: name });

export const types: Readonly<Record<string, FeelType>> = {
  price: kind('number'),
  quantity: kind('number'),
  shipping: kind('number'),
  discount: kind('number'),
  total: kind('number'),
  cost: kind('number'),
  score: kind('number'),
  level: kind('string'),
  name: kind('string'),
  code: kind('string'),
  due: kind('string'),
  urgent: kind('boolean'),
  items: {
    kind: 'list',
    item: { kind: 'context', fields: { product: kind('string'), qty: kind('number'), price: kind('number') } },
  },
};

const items = [
  { product: 'bolt', qty: 12, price: 0.35 },
  { product: 'nut', qty: 2, price: 0.1 },
  { product: 'valve', qty: 5, price: 19.9 },
  { product: 'pipe', qty: 3, price: 7.45 },
  { product: 'seal', qty: 8, price: 1.2 },
];

export const cases: readonly Case[] = [
  {
    name: 'arithmetic',
    text: 'price * quantity + shipping - discount',
    zen: 'price * quantity + shipping - discount',
    input: { price: 12.5, quantity: 40, shipping: 25, discount: 7.25 },
    expected: 517.75,
  },
  {
    name: 'division',
    text: '(total - cost) / total',
    zen: '(total - cost) / total',
    input: { total: 1480.6, cost: 1210.35 },
    expected: 0.182527353775496,
  },
  {
    name: 'condition',
    text: 'if total > 1000 then "manager" else "leader"',
    zen: 'total > 1000 ? "manager" : "leader"',
    input: { total: 1480.6 },
    expected: 'manager',
  },
  {
    name: 'logic',
    text: 'total > 2000 or level = "A" and not(urgent)',
    zen: 'total > 2000 or level == "A" and not urgent',
    input: { total: 1480.6, level: 'A', urgent: false },
    expected: true,
  },
  { name: 'range', text: 'quantity in [10..50]', zen: 'quantity in [10..50]', input: { quantity: 40 }, expected: true },
  {
    name: 'rule of 4 branches',
    text: 'if score >= 90 then "A" else if score >= 75 then "B" else if score >= 60 then "C" else "D"',
    zen: 'score >= 90 ? "A" : score >= 75 ? "B" : score >= 60 ? "C" : "D"',
    input: { score: 68 },
    expected: 'C',
  },
  {
    name: 'list total',
    text: 'sum(for item in items return item.qty * item.price)',
    zen: 'sum(map(items, #.qty * #.price))',
    input: { items },
    expected: 135.85,
  },
  { name: 'list filter', text: 'count(items[qty > 3])', zen: 'count(items, #.qty > 3)', input: { items }, expected: 3 },
  {
    name: 'string',
    text: 'upper case(substring(name, 1, 8)) + "/" + code',
    zen: 'upper(name[0:7]) + "/" + code',
    input: { name: 'Pressure valve', code: 'V-204' },
    expected: 'PRESSURE/V-204',
  },
  {
    name: 'date',
    text: 'date(due) + duration("P10D") > date("2026-06-30")',
    zen: 'date(due) + duration("10d") > date("2026-06-30")',
    input: { due: '2026-06-25' },
    expected: true,
  },
];

/** Ten rules over an amount, a level and whether it is urgent; the first that applies. */
const rules: readonly (readonly [amount: string, level: string, urgent: string, who: string])[] = [
  ['> 100000', '-', '-', 'board'],
  ['> 50000', '"A"', '-', 'director'],
  ['> 50000', '-', 'true', 'director'],
  ['[20000..50000]', '"A"', '-', 'manager'],
  ['[20000..50000]', '"B"', 'true', 'manager'],
  ['[20000..50000]', '-', '-', 'controller'],
  ['[5000..20000)', '"A"', 'true', 'controller'],
  ['[5000..20000)', '-', '-', 'leader'],
  ['> 1000', '-', 'true', 'leader'],
  ['-', '-', '-', 'clerk'],
];

export const table: DecisionTable = {
  hitPolicy: 'first',
  inputs: [{ text: 'amount' }, { text: 'level' }, { text: 'urgent' }],
  outputs: [{ name: 'who' }],
  rules: rules.map(([amount, level, urgent, who]) => ({ tests: [amount, level, urgent], outputs: [`"${who}"`] })),
};

export const tableTypes: Readonly<Record<string, FeelType>> = {
  amount: kind('number'),
  level: kind('string'),
  urgent: kind('boolean'),
};

/** The same table as zen-engine keeps it. */
export const zenTable = zenTableOf(
  ['amount', 'level', 'urgent'],
  'who',
  rules.map(([amount, level, urgent, who]) => ({
    amount: cell(amount),
    level: cell(level),
    urgent: cell(urgent),
    who: `"${who}"`,
  })),
);

function cell(test: string): string {
  return test === '-' ? '' : test;
}

/** What meets the first rule, the last, and some between, with who it goes to. */
export const tableInputs = [
  { amount: 120000, level: 'C', urgent: false, who: 'board' },
  { amount: 60000, level: 'B', urgent: true, who: 'director' },
  { amount: 30000, level: 'B', urgent: true, who: 'manager' },
  { amount: 30000.5, level: 'C', urgent: false, who: 'controller' },
  { amount: 7000, level: 'B', urgent: false, who: 'leader' },
  { amount: 900, level: 'A', urgent: true, who: 'clerk' },
].map(({ who, ...input }) => ({ input, who }));
