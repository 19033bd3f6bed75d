import { check } from './check.ts';
import { emitAll } from './emit.ts';
import { parse } from './parse.ts';
import type { Problem, Warning } from './problems.ts';
import { readsOf } from './references.ts';
import { DEFAULT_BUDGET, OutOfBudget, type Frame, type Run, type RunOptions } from './run.ts';
import { knownNames, type KnownNames } from './tracker.ts';
import type { FeelType } from './types.ts';
import { fromPlain, type Val } from './values.ts';
import { systemZone } from './zones.ts';

export interface Env {
  /** What a text may read, by the name it is written with. The value of unary tests is called `?`. */
  readonly types: Readonly<Record<string, FeelType>>;
  /** Milliseconds since 1970; without it the clock of the machine. */
  readonly now?: () => number;
  /** Where today() begins and ends, as `Asia/Shanghai`; without it the zone of the machine. */
  readonly zone?: string;
  /** Run in spite of wrong types: the wrong part yields null, as the standard has it. */
  readonly lenient?: boolean;
  readonly top?: 'expression' | 'tests';
}

export interface Compiled {
  readonly ok: true;
  readonly type: FeelType;
  /** Names of the inputs that are read. */
  readonly references: readonly string[];
  /** The same down to single fields: `s_xyz.f_q`. */
  readonly reads: readonly string[];
  /** Values come as plain JavaScript and leave as values of ours; `toPlain` in values.ts turns them back. */
  run(input: Readonly<Record<string, unknown>>, options?: RunOptions): Result;
}

export interface Result {
  readonly value: Val;
  /** Why parts of the result are null. */
  readonly warnings: readonly Warning[];
}

export interface Refused {
  readonly ok: false;
  readonly problems: readonly Problem[];
}

/** Compiles once for every text and set of types; asking again costs a lookup. */
export function compile(text: string, env: Env): Compiled | Refused {
  const key = `${env.top ?? 'expression'}|${env.lenient === true}|${signature(env.types)}|${text}`;
  let result = kept.get(key);
  if (!result) {
    result = compileAnew(text, env);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    // a very long text is not worth its place
    if (text.length <= MAX_KEPT_LENGTH) kept.set(key, result);
  }
  if (!result.ok || (!env.now && !env.zone)) return result;
  const { run } = result;
  return { ...result, run: (input, options) => run(input, { ...(env.now && { now: env.now() }), ...(env.zone && { zone: env.zone }), ...options }) };
}

const MAX_KEPT = 5000;
const MAX_KEPT_LENGTH = 10_000;
const kept = new Map<string, Compiled | Refused>();

const signatures = new WeakMap<object, string>();
const names = new WeakMap<object, KnownNames>();

function signature(types: Env['types']): string {
  let text = signatures.get(types);
  if (text === undefined) signatures.set(types, (text = JSON.stringify(types)));
  return text;
}

/** Every name in these types, also inside of lists and contexts. */
export function namesOf(types: Env['types']): KnownNames {
  let known = names.get(types);
  if (!known) {
    const found = new Set<string>();
    collect(types, found);
    names.set(types, (known = knownNames(found)));
  }
  return known;
}

function collect(types: Env['types'], found: Set<string>): void {
  for (const [name, type] of Object.entries(types)) {
    found.add(name);
    let inner = type;
    while (inner.kind === 'list') inner = inner.item;
    if (inner.kind === 'context') collect(inner.fields, found);
  }
}

function compileAnew(text: string, env: Env): Compiled | Refused {
  const { ast, problems } = parse(text, { names: namesOf(env.types), ...(env.top && { top: env.top }) });
  if (problems.length > 0) return { ok: false, problems };
  const checked = check(ast, env.types);
  if (checked.problems.length > 0 && !env.lenient) return { ok: false, problems: checked.problems };
  const code = emitAll(ast, checked);
  const whole = { from: 0, to: text.length };
  return {
    ok: true,
    type: checked.type,
    references: checked.inputs.map(({ key }) => key),
    reads: readsOf(ast, checked, env.types),
    run(input, { budget = DEFAULT_BUDGET, now = Date.now(), zone } = {}) {
      const slots: Val[] = new Array<Val>(checked.slots).fill(null);
      for (const { key, slot, type } of checked.inputs) slots[slot] = fromPlain(input[key], type, zone);
      const run: Run = { steps: budget, depth: 0, warnings: [], now, zone: zone ?? systemZone() };
      const frame: Frame = { slots, run };
      try {
        return { value: code(frame), warnings: run.warnings };
      } catch (error) {
        if (error instanceof OutOfBudget) return { value: null, warnings: [...run.warnings, { ...whole, code: 'feel.too_much_work' }] };
        throw error;
      }
    },
  };
}
