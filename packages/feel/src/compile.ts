import type { Node } from './ast.ts';
import { check, type Checked } from './check.ts';
import { Kept } from './kept.ts';
import { parse } from './parse.ts';
import type { Problem, Warning } from './problems.ts';
import { emitProgram, execute, type Program } from './program.ts';
import { readsOf } from './references.ts';
import { startRun, type Empties, type RunOptions } from './run.ts';
import { functionNames } from './scope.ts';
import { knownNames, type KnownNames } from './tracker.ts';
import type { FeelType } from './types.ts';
import { fromPlain, type Val } from './values.ts';

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
  /** As forms read what is empty; without it as the standard does. */
  readonly empties?: Empties | undefined;
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
  /** The same with values that are ours already: results of other expressions. */
  runOn(values: ReadonlyMap<string, Val>, options?: RunOptions): Result;
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

/** Asking again for the same text and types costs a lookup. What is asked for twice is kept: keeping every text would cost those that never return a fifth of their time. */
export function compile(text: string, env: Env): Compiled | Refused {
  const key = `${env.top ?? 'expression'}|${env.lenient === true}|${env.empties ?? ''}|${signature(env.types)}|${text}`;
  let result = kept.get(key);
  if (!result) {
    result = compileAnew(text, env);
    // a very long text is not worth its place
    if (text.length <= MAX_KEPT_LENGTH) {
      if (asked.get(key)) kept.set(key, result);
      else asked.set(key, true);
    }
  }
  if (!result.ok || (!env.now && !env.zone)) return result;
  const { run, runOn } = result;
  const around = (options?: RunOptions): RunOptions => ({
    ...(env.now && { now: env.now() }),
    ...(env.zone && { zone: env.zone }),
    ...options,
  });
  return {
    ...result,
    run: (input, options) => run(input, around(options)),
    runOn: (values, options) => runOn(values, around(options)),
  };
}

const MAX_KEPT = 5000;
const MAX_KEPT_LENGTH = 10_000;
const kept = new Kept<Compiled | Refused>(MAX_KEPT);
const asked = new Kept<true>(MAX_KEPT);

/** A field called `years` must not cut `years and months duration` in two. */
export const spacedFunctions: readonly string[] = functionNames().filter((name) => name.includes(' '));

const signatures = new WeakMap<object, number>();
const signatureNumbers = new Map<string, number>();
const names = new WeakMap<object, KnownNames>();

/** A number for every set of types: keys made of it stay short. */
function signature(types: Env['types']): number {
  const known = signatures.get(types);
  if (known !== undefined) return known;
  const text = JSON.stringify(types);
  // beginning anew only makes texts compile again
  if (signatureNumbers.size >= MAX_KEPT) signatureNumbers.clear();
  const made = signatureNumbers.get(text) ?? ++lastSignature;
  signatureNumbers.set(text, made);
  signatures.set(types, made);
  return made;
}

let lastSignature = 0;

/** Every name in these types, also inside of lists and contexts. */
export function namesOf(types: Env['types']): KnownNames {
  let known = names.get(types);
  if (!known) {
    const found = new Set<string>(spacedFunctions);
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
  return compiledFrom(ast, checked, env);
}

const compiledFrom = (ast: Node, checked: Checked, env: Env): Compiled =>
  compiledProgram(emitProgram(ast, checked), ast, checked, env);

export function compiledProgram(program: Program, ast: Node, checked: Checked, env: Env): Compiled {
  const { empties } = env;
  let reads: readonly string[] | undefined;
  return {
    ok: true,
    type: checked.type,
    references: checked.inputs.map(({ key }) => key),
    get reads() {
      return (reads ??= readsOf(ast, checked, env.types));
    },
    run(input, options) {
      const run = startRun(empties ? { ...options, empties } : options);
      return {
        value: execute(program, run, ({ key, type }) => fromPlain(input[key], type, options?.zone)),
        warnings: run.warnings,
      };
    },
    runOn(values, options) {
      const run = startRun(empties ? { ...options, empties } : options);
      return { value: execute(program, run, ({ key }) => values.get(key) ?? null), warnings: run.warnings };
    },
  };
}
