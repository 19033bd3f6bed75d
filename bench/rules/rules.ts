import { setImmediate } from 'node:timers/promises';
import { compileTableSteps } from '@formwork/feel/table/decision-table.ts';
import { checkDecisionTable } from '@formwork/feel/table/table-check.ts';
import { knownNames } from '@formwork/feel/tracker.ts';
import { compileRule } from '@formwork/logic/compile.ts';
import { evaluate } from '@formwork/logic/evaluate.ts';
import { median, type Figure } from '../measure.ts';
import { rulePeers, type Judge, type RulePeers } from '../peers/rules.ts';
import { ruleEffects } from './rules-effects.ts';
import {
  answerOf,
  branchRule,
  levelOf,
  tableCases,
  types,
  zenBranchRule,
  zenTable,
  type TableCase,
} from './rules-cases.ts';

/** Rules and tables judged in this process, compiled once; values go in and out as plain JavaScript. Then effects on the product. */
export async function rules(): Promise<Figure[]> {
  const peers = rulePeers();
  const figures = [await branchFigure(peers)];
  for (const rows of [10, 1_000, 10_000]) figures.push(await tableFigure(rows, peers));
  return [...figures, await stallFigure(), ...checkFigures(), ...(await ruleEffects())];
}

const scores = Array.from({ length: 100 }, (_, i) => i);

async function branchFigure(peers: RulePeers): Promise<Figure> {
  const compiled = compileRule(branchRule, { types });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const zen = peers.zen(zenBranchRule);
  const conditions = [
    [90, Infinity, 'A'],
    [75, 90, 'B'],
    [60, 75, 'C'],
    [-1, 60, 'D'],
  ] as const;
  const jsonRules = peers.jsonRules(
    conditions.map(([low, high, answer]) => ({
      tests: [
        ['score', 'greaterThanInclusive', low],
        ['score', 'lessThan', high === Infinity ? 1_000 : high],
      ] as const,
      answer,
    })),
  );
  const world = { now: Date.now(), zone: 'UTC' };
  const ours = (input: Readonly<Record<string, unknown>>) => evaluate(compiled, input, world).changes[0]?.value;
  const lanes = {
    ours: lane(async (input) => ours(input), levelOf, ours),
    zen: lane(async (input) => ((await zen(input)) as { level: string }).level, levelOf),
    'json-rules-engine': lane(jsonRules, levelOf),
  };
  const rates = await measured(
    lanes,
    scores.map((score) => ({ input: { score }, key: score })),
  );
  return { name: 'branch rule', unit: 'per second', ours: rates.ours!, peers: without(rates), better: 'higher' };
}

/** The three kinds in turn, the same number of times each. */
async function tableFigure(rows: number, peers: RulePeers): Promise<Figure> {
  const perKind = { ours: [] as number[], zen: [] as number[], 'json-rules-engine': [] as number[] };
  for (const one of tableCases(rows)) {
    const compiled = await compiledOf(one);
    const zen = peers.zen(zenTable(one));
    const jsonRules = peers.jsonRules(one.table.rules.map((_, n) => ({ tests: one.conditions(n), answer: n })));
    const answer = (i: number) => answerOf(rows, i);
    const ours = (input: Readonly<Record<string, unknown>>) => compiled.run(input).value;
    const rates = await measured(
      {
        ours: lane(async (input) => ours(input), answer, ours),
        zen: lane(async (input) => ((await zen(input)) as { n: number }).n, answer),
        'json-rules-engine': lane(jsonRules, answer),
      },
      one.inputs.map((input, i) => ({ input, key: i })),
    );
    for (const name of Object.keys(perKind) as (keyof typeof perKind)[]) perKind[name].push(rates[name]!);
  }
  // so many of each kind a second: the time of all three together
  const together = (list: readonly number[]) => list.length / list.reduce((sum, rate) => sum + 1 / rate, 0);
  const { ours, ...others } = Object.fromEntries(Object.entries(perKind).map(([name, list]) => [name, together(list)]));
  return { name: `table ${rows}`, unit: 'per second', ours: ours!, peers: others, better: 'higher' };
}

interface Lane {
  judge: Judge;
  /** Without a promise, where there is one. */
  direct?: (input: Readonly<Record<string, unknown>>) => unknown;
  expected: (key: number) => unknown;
}

const lane = (judge: Judge, expected: Lane['expected'], direct?: Lane['direct']): Lane => ({
  judge,
  expected,
  ...(direct && { direct }),
});

type Asked = readonly { input: Readonly<Record<string, unknown>>; key: number }[];

async function measured(lanes: Readonly<Record<string, Lane>>, asked: Asked): Promise<Record<string, number>> {
  const found: Record<string, number[]> = {};
  for (const [name, { judge, expected }] of Object.entries(lanes))
    for (const { input, key } of asked.filter((_, i) => i % 25 === 3)) {
      const told = await judge(input);
      if (String(told) !== String(expected(key)))
        throw new Error(`${name} says ${String(told)} for ${JSON.stringify(input)}`);
    }
  for (let round = -1; round < rounds; round++)
    for (const [name, one] of Object.entries(lanes)) {
      const rate = await rateOf(one, asked);
      // the first turn only warms up
      if (round >= 0) (found[name] ??= []).push(rate);
    }
  return Object.fromEntries(Object.entries(found).map(([name, list]) => [name, median(list)]));
}

const rounds = 3;
const secondsPerTurn = 0.3;

async function rateOf({ judge, direct }: Lane, asked: Asked): Promise<number> {
  const began = performance.now();
  const until = began + secondsPerTurn * 1_000;
  let done = 0;
  while (performance.now() < until) {
    // ten at a time: what answers through promises does more of them so than one by one
    const batch = Array.from({ length: 10 }, (_, i) => asked[(done + i) % asked.length]!.input);
    if (direct) for (const input of batch) kept = direct(input);
    else kept = await Promise.all(batch.map(judge));
    done += batch.length;
  }
  if (kept === undefined) throw new Error('Nothing was judged.');
  return done / ((performance.now() - began) / 1_000);
}

/** The last result, so that no work can be left out as useless. */
let kept: unknown;

const without = ({ ours: _, ...others }: Record<string, number>) => others;

const sliceMs = 10;

async function compiledOf({ table }: TableCase) {
  const steps = compileTableSteps(table, { types });
  for (;;) {
    const until = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (!step.done) continue;
      if (!step.value.ok) throw new Error(JSON.stringify(step.value.problems.slice(0, 3)));
      return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}

/** The longest that compiling a table of 10,000 rules keeps others from their turn. */
async function stallFigure(): Promise<Figure> {
  const worst: number[] = [];
  for (const one of tableCases(10_000)) {
    let [longest, last, going] = [0, performance.now(), true];
    const watch = (async () => {
      while (going) {
        await setImmediate();
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }
    })();
    await compiledOf(one);
    going = false;
    await watch;
    worst.push(longest);
  }
  return { name: 'compile stall', unit: 'ms', ours: Math.max(...worst), limit: 50, better: 'lower' };
}

function checkFigures(): Figure[] {
  return tableCases(10_000).map(({ name, table }) => {
    const times = Array.from({ length: 3 }, () => {
      const began = performance.now();
      checkDecisionTable(table, knownNames([]));
      return performance.now() - began;
    });
    return {
      name: `gaps and overlaps, ${name}`,
      unit: 'ms',
      ours: median(times),
      limit: 500,
      better: 'lower' as const,
    };
  });
}
