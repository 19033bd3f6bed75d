import type { Node, TableNode } from '../ast.ts';
import type { Checker } from '../check.ts';
import { TESTED, type Scope } from '../scope.ts';
import { finished, RULES_A_STEP } from '../steps.ts';
import { any, contextOf, eitherOf, type FeelType, listOf, number, sameType } from '../types.ts';

export const checkTable = (checker: Checker, node: TableNode, scope: Scope | null): FeelType =>
  finished(checkTableSteps(checker, node, scope));

/** The cells of an input see its value as `?`. Rules with the same text in a column share its tree, which is looked at once. */
export function* checkTableSteps(
  { infer, declare }: Checker,
  node: TableNode,
  scope: Scope | null,
): Generator<void, FeelType> {
  const scopes = node.inputs.map((input): Scope => {
    const type = infer(input.value, scope);
    const inner: Scope = { outer: scope, names: new Map([[TESTED, { slot: declare(input), type }]]) };
    if (input.allowed) infer(input.allowed, inner);
    return inner;
  });
  const types: FeelType[][] = node.outputs.map(() => []);
  const seen = new Set<Node>();
  const anew = (cell: Node) => !seen.has(cell) && seen.add(cell);
  for (const [n, rule] of node.rules.entries()) {
    rule.tests.forEach((test, i) => {
      if (anew(test)) infer(test, scopes[i] ?? scope);
    });
    rule.outputs.forEach((output, i) => {
      if (anew(output)) addType(types[i], infer(output, scope));
    });
    if (n % RULES_A_STEP === RULES_A_STEP - 1) yield;
  }
  for (const [i, output] of node.outputs.entries()) {
    for (const value of output.values) infer(value, scope);
    if (output.otherwise) types[i]!.push(infer(output.otherwise, scope));
  }
  return resultType(node, types.map(eitherOf));
}

/** A column of ten thousand numbers is of one type. */
function addType(types: FeelType[] | undefined, type: FeelType): void {
  if (types && !types.some((known) => sameType(known, type))) types.push(type);
}

function resultType({ hitPolicy, aggregation, outputs }: TableNode, types: readonly FeelType[]): FeelType {
  if (aggregation === 'count') return number;
  const [first = any] = types;
  if (aggregation) return first;
  const single =
    types.length === 1 ? first : contextOf(Object.fromEntries(outputs.map(({ name }, i) => [name, types[i] ?? any])));
  return hitPolicy === 'collect' || hitPolicy === 'rule order' || hitPolicy === 'output order'
    ? listOf(single)
    : single;
}
