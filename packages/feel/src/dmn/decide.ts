import type { Warning } from '../problems.ts';
import { executePart, withinBudget } from '../program.ts';
import { spend, startRun, warn, type Run, type RunOptions } from '../run.ts';
import { any, type FeelType, plainName, typeName } from '../types.ts';
import { coerceTo, kindName, kindOf, type Func, type Val } from '../values.ts';
import { linker, type Linked, type TextProblem } from './link.ts';
import { paramNames, type Model } from './model.ts';

/** Models that refer to each other, ready to be asked. */
export interface Decisions {
  /** What is wrong in the texts of the models; the parts concerned yield null. */
  readonly problems: readonly TextProblem[];
  /** The value of a decision or a decision service of the first model. Inputs go by name, those of other models as `namespace#name`. Null when there is no such decision. */
  decide(name: string, inputs: ReadonlyMap<string, Val>, options?: RunOptions): Outcome | null;
}

export interface Outcome {
  readonly value: Val;
  readonly warnings: readonly Warning[];
}

export function linkModels(models: readonly [Model, ...Model[]]): Decisions {
  const [main] = models;
  const { link, problems } = linker(models);
  const asked = main.elements
    .filter(({ kind }) => kind === 'decision' || kind === 'service')
    .map((element) => [element.name, link(element, main)] as const);
  const byName = new Map(asked);
  return {
    problems,
    decide(name, inputs, options) {
      const node = byName.get(name);
      if (!node) return null;
      const run = startRun(options);
      const evaluation: Evaluation = { run, main, inputs, known: new Map() };
      const value = withinBudget(run, 0, () =>
        node.element.kind === 'service'
          ? serve(
              node,
              node.params.map((param) => given(param, evaluation)),
              evaluation,
            )
          : valueOf(node, evaluation),
      );
      return { value, warnings: run.warnings };
    },
  };
}

/** One question to a set of models. A service answers in one of its own, where its parameters stand in place of decisions. */
interface Evaluation {
  readonly run: Run;
  readonly main: Model;
  readonly inputs: ReadonlyMap<string, Val>;
  readonly known: Map<Linked, Val>;
}

function valueOf(node: Linked, evaluation: Evaluation): Val {
  const known = evaluation.known.get(node);
  if (known !== undefined) return known;
  let value: Val = null;
  // a decision that needs itself finds nothing, a function finds itself
  const self: Func = {
    t: 'function',
    params: paramNames(node.element),
    call: (args) => (kindOf(value) === 'function' ? (value as Func).call(args) : null),
  };
  evaluation.known.set(node, node.element.kind === 'knowledge' ? self : null);
  value = evaluate(node, evaluation);
  evaluation.known.set(node, value);
  return value;
}

function evaluate(node: Linked, evaluation: Evaluation): Val {
  if (node.element.kind === 'service') return serviceFunction(node, evaluation);
  if (!node.program) return given(node, evaluation);
  return executePart(node.program, evaluation.run, ({ key }) => {
    const source = node.sources.get(key);
    if (!source) return null;
    return 'element' in source
      ? valueOf(source, evaluation)
      : new Map([...source].map(([name, member]) => [name, valueOf(member, evaluation)]));
  });
}

/** What was given from outside for an input, or in place of a decision. */
function given({ element, model, type }: Linked, { inputs, main, run }: Evaluation): Val {
  const value =
    inputs.get(`${model.namespace}#${element.name}`) ?? (model === main ? inputs.get(element.name) : undefined) ?? null;
  return fittedTo(type, value, run);
}

function serviceFunction(node: Linked, evaluation: Evaluation): Func {
  return {
    t: 'function',
    params: node.params.map(({ element }) => plainName(element.variable.name)),
    call(args) {
      const fitting = node.params.map(({ type }, i) => coerceTo(args[i] ?? null, type));
      if (fitting.includes(undefined))
        return warn(evaluation.run, { from: 0, to: 0 }, 'feel.wrong_call', { function: node.element.name });
      return serve(node, fitting as Val[], evaluation);
    },
  };
}

/** One decision is answered with its value, several with a context of them. */
function serve(node: Linked, args: readonly Val[], { run, main }: Evaluation): Val {
  spend(run, 1);
  const within: Evaluation = {
    run,
    main,
    inputs: new Map(),
    known: new Map(node.params.map((param, i) => [param, args[i]!])),
  };
  const [only, ...others] = node.outputs;
  const value =
    only && others.length === 0
      ? valueOf(only, within)
      : new Map(node.outputs.map((output) => [plainName(output.element.variable.name), valueOf(output, within)]));
  return fittedTo(node.type.kind === 'function' ? node.type.result : any, value, run);
}

function fittedTo(type: FeelType, value: Val, run: Run): Val {
  const fitting = coerceTo(value, type);
  return fitting === undefined
    ? warn(run, { from: 0, to: 0 }, 'feel.wrong_type', { expected: typeName(type), given: kindName(value) })
    : fitting;
}
