import type { Code, Run } from '../run.ts';
import { readSignature, type Signature } from '../type-text.ts';
import { accepts, any, either, type FeelType, listOf, rangeOf, typeName } from '../types.ts';
import { conforms, fault, isList, kindName, type Fault, type Val } from '../values.ts';

export interface Builtin {
  readonly name: string;
  readonly pack: 'feel' | 'excel';
  readonly signatures: readonly Signature[];
  /** Arguments come coerced to the signature; those of a repeating parameter come as one list. */
  readonly js: (run: Run, ...args: readonly Val[]) => Val | Fault;
  /** Used instead of `js` where not every argument may be evaluated. */
  readonly lazy?: (args: readonly Code[]) => Code;
}

export type Definition = Omit<Builtin, 'name' | 'pack'>;

/** Joins the signatures of a function with what it does; the type of the arguments is vouched for by the signatures. */
export function fn<A extends readonly (Val | undefined)[]>(
  signatures: string | readonly string[],
  js: (run: Run, ...args: A) => Val | Fault,
): Definition {
  const texts = typeof signatures === 'string' ? [signatures] : signatures;
  return { signatures: texts.map(readSignature), js: js as unknown as Builtin['js'] };
}

export function lazy(signatures: string | readonly string[], emit: NonNullable<Builtin['lazy']>): Definition {
  return { ...fn(signatures, () => fault('feel.wrong_call')), lazy: emit };
}

/** The signatures that take so many arguments, or arguments of these names. */
export function candidates(
  { signatures }: Builtin,
  count: number,
  names: readonly string[] | null,
): readonly Signature[] {
  return signatures.filter(({ params }) => {
    if (names)
      return (
        new Set(names).size === names.length &&
        names.every((name) => params.some((p) => p.name === name)) &&
        params.every((p) => p.optional || p.rest || names.includes(p.name))
      );
    const least = params.filter((p) => !p.optional).length;
    return count >= least && (count <= params.length || params.at(-1)?.rest === true);
  });
}

/** Coerces the arguments to the first signature that they fit and calls the function. */
export function invoke(
  builtin: Builtin,
  signatures: readonly Signature[],
  names: readonly string[] | null,
  given: readonly Val[],
  run: Run,
): Val | Fault {
  let failure: Fault | null = null;
  for (const signature of signatures) {
    const args = fitted(builtin, signature, names, given);
    if (!('t' in args)) return builtin.js(run, ...args);
    // that something is empty says more than that it is of another type
    if (!failure || args.code === 'feel.empty_argument') failure = args;
  }
  return failure ?? fault('feel.wrong_call', { function: builtin.name });
}

function fitted(
  builtin: Builtin,
  { params }: Signature,
  names: readonly string[] | null,
  given: readonly Val[],
): readonly Val[] | Fault {
  const args: Val[] = [];
  for (let i = 0; i < params.length; i++) {
    const param = params[i]!;
    const at = names ? names.indexOf(param.name) : i;
    if (param.rest) {
      const rest: Val[] = [];
      for (const value of names ? (at < 0 ? [] : [given[at]!]) : given.slice(i)) {
        const item = coerce(value, param.type);
        if (item === undefined) return wrong(builtin, i, param.type, value);
        if (item === null && !param.nullable)
          return fault('feel.empty_argument', { function: builtin.name, argument: i + rest.length + 1 });
        rest.push(item);
      }
      args.push(rest);
      break;
    }
    if (at < 0 || at >= given.length) {
      // an argument left out in the middle must stay undefined, not null
      args.push(undefined as unknown as Val);
      continue;
    }
    const value = coerce(given[at]!, param.type);
    if (value === undefined) return wrong(builtin, i, param.type, given[at]!);
    if (value === null && !param.nullable)
      return fault('feel.empty_argument', { function: builtin.name, argument: i + 1 });
    args.push(value);
  }
  return args;
}

const wrong = (builtin: Builtin, index: number, type: FeelType, value: Val): Fault =>
  fault('feel.wrong_argument', {
    function: builtin.name,
    argument: index + 1,
    expected: typeName(type),
    given: kindName(value),
  });

/** A single value stands for a list of one, and the other way round. Undefined when the value does not fit. */
export function coerce(value: Val, type: FeelType): Val | undefined {
  if (value === null || type.kind === 'any' || type.kind === 'var') return value;
  if (type.kind === 'list') {
    const list = isList(value) ? value : [value];
    return type.item.kind === 'any' ||
      type.item.kind === 'var' ||
      list.every((item) => item === null || conforms(item, type.item))
      ? list
      : undefined;
  }
  if (conforms(value, type)) return value;
  return isList(value) && value.length === 1 && (value[0] === null || conforms(value[0]!, type)) ? value[0] : undefined;
}

/** The type that a call with these argument types yields. */
export function resultType({ params, result }: Signature, args: readonly (FeelType | undefined)[]): FeelType {
  const found = new Map<string, FeelType>();
  args.forEach((arg, i) => {
    const param = params[Math.min(i, params.length - 1)];
    if (arg && param) learn(param.type, arg, found);
  });
  return fill(result, found);
}

function learn(param: FeelType, arg: FeelType, found: Map<string, FeelType>): void {
  if (param.kind === 'var') {
    const known = found.get(param.name);
    found.set(param.name, known ? either(known, arg) : arg);
  } else if (param.kind === 'list') learn(param.item, arg.kind === 'list' ? arg.item : arg, found);
  else if (param.kind === 'range' && arg.kind === 'range') learn(param.of, arg.of, found);
}

function fill(type: FeelType, found: ReadonlyMap<string, FeelType>): FeelType {
  if (type.kind === 'var') return found.get(type.name) ?? any;
  if (type.kind === 'list') return listOf(fill(type.item, found));
  return type.kind === 'range' ? rangeOf(fill(type.of, found)) : type;
}

/** The first argument that can fit none of these signatures. */
export function misfit(
  signatures: readonly Signature[],
  names: readonly string[] | null,
  args: readonly FeelType[],
): { readonly index: number; readonly expected: FeelType } | null {
  let first: { index: number; expected: FeelType } | null = null;
  for (const { params } of signatures) {
    const index = args.findIndex((arg, i) => {
      const param = names ? params.find((p) => p.name === names[i]) : (params[i] ?? params.at(-1));
      return !param || !accepts(param.type, arg);
    });
    if (index < 0) return null;
    if (!first || index > first.index)
      first = {
        index,
        expected: (names ? params.find((p) => p.name === names[index]) : (params[index] ?? params.at(-1)))?.type ?? any,
      };
  }
  return first;
}
