import type { CallNode, Node } from './ast.ts';
import { candidates, misfit, resultType, type Builtin } from './builtins/builtin.ts';
import { findBuiltin } from './builtins/table.ts';
import type { Checker } from './check.ts';
import { functionProblem, nameProblem } from './check-names.ts';
import type { Scope } from './scope.ts';
import type { Signature } from './type-text.ts';
import { any, type FeelType, functionOf, typeName } from './types.ts';

/** A call of a built-in function with the signatures that its arguments leave possible. */
export interface ResolvedCall {
  readonly builtin: Builtin;
  readonly signatures: readonly Signature[];
  /** For named arguments, their names in the order they are written. */
  readonly names: readonly string[] | null;
}

export function checkCall(checker: Checker, node: CallNode, scope: Scope | null): FeelType {
  const builtin = calledBuiltin(checker, node, scope);
  return builtin ? checkBuiltin(checker, node, builtin, scope) : checkValue(checker, node, scope);
}

/** A variable of the same name comes first, unless it can be no function: a field may well be titled `date`. */
function calledBuiltin(checker: Checker, { callee }: CallNode, scope: Scope | null): Builtin | undefined {
  if (callee.kind !== 'name') return undefined;
  const binding = checker.find(callee.name, scope);
  if (binding?.from === 'builtin') return binding.builtin;
  const callable =
    binding && (binding.type.kind === 'function' || (binding.type.kind === 'any' && binding.from !== 'perhaps'));
  return callable ? undefined : findBuiltin(callee.name);
}

function checkBuiltin(checker: Checker, node: CallNode, builtin: Builtin, scope: Scope | null): FeelType {
  const names = node.named ? node.args.map((arg) => arg.name ?? '') : null;
  const possible = candidates(builtin, node.args.length, names);
  const types = inferArguments(checker, node, possible, scope);
  if (possible.length === 0) {
    checker.report(node.callee, names ? 'feel.wrong_argument_names' : 'feel.wrong_argument_count', {
      function: builtin.name,
      given: node.args.length,
      expected: builtin.signatures.map((signature) => signature.text).join(' | '),
    });
    checker.calls.set(node, { builtin, signatures: [], names });
    return any;
  }
  const wrong = misfit(possible, names, types);
  if (wrong) {
    const at = node.args[wrong.index]!.value;
    checker.report(at, 'feel.wrong_argument', {
      function: builtin.name,
      argument: wrong.index + 1,
      expected: typeName(wrong.expected),
      given: typeName(types[wrong.index]!),
    });
  }
  const fitting = possible.filter((signature) => !misfit([signature], names, types));
  const signatures = fitting.length > 0 ? fitting : possible;
  checker.calls.set(node, { builtin, signatures, names });
  const results = signatures.map((signature) => resultType(signature, inOrder(signature, names, types)));
  const first = results[0]!;
  return results.every((result) => typeName(result) === typeName(first)) ? first : any;
}

function inferArguments(
  checker: Checker,
  node: CallNode,
  possible: readonly Signature[],
  scope: Scope | null,
): FeelType[] {
  const types: FeelType[] = [];
  for (const { value } of node.args) types.push(checker.infer(value, scope, lambdaType(value, types, possible)));
  return types;
}

/** The parameters of a function given to a list function are elements of the list before it. */
function lambdaType(value: Node, before: readonly FeelType[], possible: readonly Signature[]): FeelType | undefined {
  const list = before[0];
  if (value.kind !== 'function' || list?.kind !== 'list' || possible.length === 0) return undefined;
  return functionOf(
    value.params.map(() => list.item),
    any,
  );
}

const inOrder = (
  { params }: Signature,
  names: readonly string[] | null,
  types: readonly FeelType[],
): readonly (FeelType | undefined)[] => (names ? params.map((param) => types[names.indexOf(param.name)]) : types);

/** A call of something that is a value: a local function, a field of a context. */
function checkValue(checker: Checker, node: CallNode, scope: Scope | null): FeelType {
  const { callee } = node;
  const args = () => node.args.map((arg) => checker.infer(arg.value, scope));
  if (callee.kind === 'name' && !checker.find(callee.name, scope)) {
    args();
    const spaced = nameProblem(callee.name, scope, checker.root, checker.find);
    const problem =
      spaced.code === 'feel.full_width' || spaced.code === 'feel.missing_operator'
        ? spaced
        : functionProblem(callee.name);
    checker.report(callee, problem.code, problem.data);
    return any;
  }
  const type = checker.infer(callee, scope);
  const given = args();
  if (type.kind === 'any' || type.kind === 'null') return any;
  if (type.kind !== 'function') {
    checker.report(callee, 'feel.not_a_function', { type: typeName(type) });
    return any;
  }
  if (!node.named && type.params.length !== given.length)
    checker.report(callee, 'feel.wrong_argument_count', {
      function: 'function',
      given: given.length,
      expected: typeName(type),
    });
  return type.result;
}
