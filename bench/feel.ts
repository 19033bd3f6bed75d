import { compile, type Compiled } from '@formwork/feel/compile.ts';
import { compileTable } from '@formwork/feel/table/decision-table.ts';
import type { FeelType } from '@formwork/feel/types.ts';
import { toPlain } from '@formwork/feel/values.ts';
import { feelBundle } from './feel-bundle.ts';
import { cases, table, tableInputs, tableTypes, types, zenTable, type Case } from './feel-cases.ts';
import { median, type Figure } from './measure.ts';
import { expressionPeers, type ExpressionPeers } from './peers/expressions.ts';

/** Evaluations a second in this process; values go in and out as plain JavaScript. */
export async function feel(): Promise<Figure[]> {
  const peers = expressionPeers();
  const rows = cases.map((one) => expressionFigure(one, peers));
  return [...rows, geometricMean(rows), await tableFigure(peers), coldFigure(peers), await feelBundle()];
}

/** Compiled once, then run again and again. */
function expressionFigure(one: Case, peers: ExpressionPeers): Figure {
  const compiled = compiledOf(one.text, types);
  const lanes = {
    ours: () => toPlain(compiled.run(one.input).value),
    feelin: () => peers.feelin(one.text, one.input),
    zen: () => peers.zen(one.zen, one.input),
  };
  agree(one, lanes);
  const { ours, ...others } = rates(lanes);
  return { name: one.name, unit: 'per second', ours, peers: others, better: 'higher' };
}

/** Ten rules, compiled once. zen-engine answers through promises; counted is what it does with ten at a time, which is more than one by one. */
async function tableFigure(peers: ExpressionPeers): Promise<Figure> {
  const compiled = compileTable(table, { types: tableTypes });
  if (!compiled.ok)
    throw new Error(`The table: ${compiled.problems.map(({ code, place }) => `${place} ${code}`).join(', ')}`);
  const zen = peers.zenDecision(zenTable);
  for (const { input, who } of tableInputs) {
    const told = [toPlain(compiled.run(input).value), ((await zen.evaluate(input)).result as { who: unknown }).who];
    if (told.some((one) => one !== who)) throw new Error(`The table says ${told.join(' and ')} instead of ${who}`);
  }
  let n = 0;
  const next = () => tableInputs[n++ % tableInputs.length]!.input;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const turn = [
      rateOf(() => toPlain(compiled.run(next()).value)),
      await rateOfPromises(() => zen.evaluate(next())),
    ] as const;
    if (round < 0) continue;
    ours.push(turn[0]);
    theirs.push(turn[1]);
  }
  return {
    name: 'decision table',
    unit: 'per second',
    ours: median(ours),
    peers: { zen: median(theirs) },
    better: 'higher',
  };
}

async function rateOfPromises(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < secondsPerTurn * 1_000) {
    kept = await Promise.all(Array.from({ length: 10 }, work));
    done += 10;
  }
  return done / ((performance.now() - began) / 1_000);
}

/** A text never seen before: read, checked, compiled and run once. */
function coldFigure(peers: ExpressionPeers): Figure {
  let n = 0;
  // the texts of all cases in turn, each made new by a number that changes nothing
  const next = <T>(work: (one: Case, n: number) => T): T => work(cases[++n % cases.length]!, n);
  const inFeel = ({ text }: Case, no: number) => `if ${no} > 0 then ${text} else null`;
  const lanes = {
    ours: () => next((one, no) => toPlain(compiledOf(inFeel(one, no), types).run(one.input).value)),
    feelin: () => next((one, no) => peers.feelin(inFeel(one, no), one.input)),
    zen: () => next((one, no) => peers.zen(`${no} > 0 ? (${one.zen}) : null`, one.input)),
  };
  // the texts are new, the process is not: the peers have read texts in all rows before, ours only once a row
  for (const lane of Object.values(lanes)) for (let i = 0; i < warmUps; i++) kept = lane();
  const { ours, ...others } = rates(lanes);
  return { name: 'cold', unit: 'per second', ours, peers: others, better: 'higher' };
}

function geometricMean(rows: readonly Figure[]): Figure {
  const mean = (pick: (row: Figure) => number) =>
    Math.exp(rows.reduce((sum, row) => sum + Math.log(pick(row)), 0) / rows.length);
  const others = Object.fromEntries(
    Object.keys(rows[0]!.peers!).map((peer) => [peer, mean((row) => row.peers![peer]!)]),
  );
  return { name: 'geometric mean', unit: 'per second', ours: mean((row) => row.ours), peers: others, better: 'higher' };
}

function compiledOf(text: string, inputs: Readonly<Record<string, FeelType>>): Compiled {
  const compiled = compile(text, { types: inputs });
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems.map(({ code }) => code).join(', ')}`);
  return compiled;
}

/** A figure only counts when everybody says the same. */
function agree({ name, expected }: Case, lanes: Record<string, () => unknown>): void {
  for (const [lane, run] of Object.entries(lanes)) {
    const value = plain(run());
    if (value !== expected) throw new Error(`${name}: ${lane} says ${String(value)} instead of ${String(expected)}`);
  }
}

/** Numbers of every make by fifteen digits; the peers do not all compute in decimals. */
const plain = (value: unknown): unknown =>
  typeof value === 'boolean' || value === null || !Number.isFinite(Number(value))
    ? value
    : Number(Number(value).toPrecision(15));

const rounds = 5;
const secondsPerTurn = 0.2;
const warmUps = 5_000;

/** The lanes in short turns next to each other, so that what else the machine does meets them all; the median of each. */
function rates<Lane extends string>(lanes: Record<Lane, () => unknown>): Record<Lane, number> {
  const found = Object.fromEntries(Object.keys(lanes).map((lane) => [lane, []])) as unknown as Record<Lane, number[]>;
  for (let round = -1; round < rounds; round++) {
    for (const lane of Object.keys(lanes) as Lane[]) {
      const rate = rateOf(lanes[lane]);
      // the first turn only warms up
      if (round >= 0) found[lane].push(rate);
    }
  }
  if (kept === undefined) throw new Error('Nothing was evaluated.');
  return Object.fromEntries(Object.entries<number[]>(found).map(([lane, each]) => [lane, median(each)])) as Record<
    Lane,
    number
  >;
}

/** The last result, so that no work can be left out as useless. */
let kept: unknown;

function rateOf(work: () => unknown): number {
  const began = performance.now();
  const until = began + secondsPerTurn * 1_000;
  let batch = 1;
  let done = 0;
  for (;;) {
    for (let i = 0; i < batch; i++) kept = work();
    done += batch;
    const now = performance.now();
    if (now >= until) return done / ((now - began) / 1_000);
    // looking at the clock must not be what is measured
    if (batch < 1_000 && now - began < 20) batch *= 2;
  }
}
