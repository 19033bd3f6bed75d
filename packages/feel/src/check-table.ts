import type { TableNode } from './ast.ts';
import type { Checker } from './check.ts';
import { TESTED, type Scope } from './scope.ts';
import { any, contextOf, eitherOf, type FeelType, listOf, number } from './types.ts';

/** The cells of an input see its value as `?`. */
export function checkTable({ infer, declare }: Checker, node: TableNode, scope: Scope | null): FeelType {
  const scopes = node.inputs.map((input): Scope => {
    const type = infer(input.value, scope);
    const inner: Scope = { outer: scope, names: new Map([[TESTED, { slot: declare(input), type }]]) };
    if (input.allowed) infer(input.allowed, inner);
    return inner;
  });
  const types: FeelType[][] = node.outputs.map(() => []);
  for (const rule of node.rules) {
    rule.tests.forEach((test, i) => infer(test, scopes[i] ?? scope));
    rule.outputs.forEach((output, i) => types[i]?.push(infer(output, scope)));
  }
  for (const [i, output] of node.outputs.entries()) {
    for (const value of output.values) infer(value, scope);
    if (output.otherwise) types[i]!.push(infer(output.otherwise, scope));
  }
  return resultType(node, types.map(eitherOf));
}

function resultType({ hitPolicy, aggregation, outputs }: TableNode, types: readonly FeelType[]): FeelType {
  if (aggregation === 'count') return number;
  const [first = any] = types;
  if (aggregation) return first;
  const single = types.length === 1 ? first : contextOf(Object.fromEntries(outputs.map(({ name }, i) => [name, types[i] ?? any])));
  return hitPolicy === 'collect' || hitPolicy === 'rule order' || hitPolicy === 'output order' ? listOf(single) : single;
}
