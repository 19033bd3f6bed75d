import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import { childrenOf, type Node, type NodeOf } from '@formwork/feel/ast.ts';
import { namesOf } from '@formwork/feel/compile.ts';
import { parse } from '@formwork/feel/parse.ts';
import { contextOf, date, number, string, type FeelType } from '@formwork/feel/types.ts';
import { isValueOf } from '@formwork/contract/etl/parameter.ts';
import type { TaskProblem } from './model.ts';
import { literal } from './sql.ts';

/** A parameter with the value that it has in a run, or while a task is drawn. */
export type Given = Pick<EtlParameter, 'name' | 'type' | 'value'>;

/** Under this name expressions find them; a column of that name stands in front of it. */
export const parametersName = 'parameters';

/** What of a run every expression may read: the day it is about, and which run it is. Nobody else gives them a value. */
export const contextParameters = [
  { name: 'day', type: 'date' },
  { name: 'run', type: 'text' },
] as const satisfies Omit<Given, 'value'>[];

export const parameterFeelTypes: Record<EtlParameter['type'], FeelType> = { text: string, number, date };

/** Everything that the expressions of a task may read beside columns; without a run what is of the run is blank. */
export function givenOf(parameters: readonly Given[]): Given[] {
  const known = new Map<string, Given>(contextParameters.map((one) => [one.name, { ...one, value: '' }]));
  for (const { name, type, value } of parameters) known.set(name, { name, type, value });
  return [...known.values()];
}

/** The types of an expression's names; columns are named as they are, parameters below one name. */
export function withParameterTypes(
  types: Record<string, FeelType>,
  parameters: readonly Given[],
): Record<string, FeelType> {
  if (Object.hasOwn(types, parametersName)) return types;
  return {
    ...types,
    [parametersName]: contextOf(
      Object.fromEntries(parameters.map(({ name, type }) => [name, parameterFeelTypes[type]])),
    ),
  };
}

/** The parameter that a step of an expression reads; `isShadowed` where a column bears their name. */
export function parameterAt(
  node: NodeOf<'path'>,
  parameters: readonly Given[],
  isShadowed: boolean,
): Given | undefined {
  if (isShadowed || node.of.kind !== 'name' || node.of.name !== parametersName) return undefined;
  return parameters.find(({ name }) => name === node.name);
}

/** Its value as the engine's SQL writes it. */
export function parameterSql({ type, value }: Given): { sql: string; type: ValueType } {
  const plain = value.trim();
  switch (type) {
    case 'text':
      return { sql: literal(value), type: 'text' };
    case 'date':
      return plain === '' || !isValueOf('date', plain)
        ? { sql: 'cast(null as date)', type: 'date' }
        : { sql: `date ${literal(plain)}`, type: 'date' };
    case 'number': {
      if (plain === '' || !isValueOf('number', plain)) return { sql: 'cast(null as double)', type: 'double' };
      // a sign behind another one would begin a comment
      const sql = plain.startsWith('-') ? `(${plain})` : plain;
      return { sql, type: plain.includes('.') ? 'decimal' : 'integer' };
    }
  }
}

/** The expression with values in the place of parameters, for where it is worked out by nothing that knows of them. */
export function withValuesWritten(text: string, types: Record<string, FeelType>, parameters: readonly Given[]): string {
  if (Object.hasOwn(types, parametersName)) return text;
  const { ast } = parse(text, { names: namesOf(withParameterTypes(types, parameters)) });
  const found: { from: number; to: number; value: string }[] = [];
  const visit = (node: Node): void => {
    const given = node.kind === 'path' ? parameterAt(node, parameters, false) : undefined;
    if (given) found.push({ from: node.from, to: node.to, value: parameterFeel(given) });
    else childrenOf(node).forEach(visit);
  };
  visit(ast);
  return found
    .toSorted((one, next) => next.from - one.from)
    .reduce((made, { from, to, value }) => made.slice(0, from) + value + made.slice(to), text);
}

/** Its value as FEEL writes it. */
export function parameterFeel({ type, value }: Given): string {
  const plain = value.trim();
  if (type === 'text') return feelText(value);
  if (plain === '' || !isValueOf(type, plain)) return 'null';
  return type === 'date' ? `date("${plain}")` : `(${plain})`;
}

const feelText = (value: string): string =>
  `"${value.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r\t]/g, (sign) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[sign]!)}"`;

/** What is wrong with the parameters of a task or a flow. */
export function parameterProblems(parameters: readonly EtlParameter[]): TaskProblem[] {
  const seen = new Set<string>(contextParameters.map(({ name }) => name));
  return parameters.flatMap(({ id, name, type, value }): TaskProblem[] => {
    const place = { level: 'error' as const, node: '', at: ['parameters', `#${id}`], data: { name } };
    const isTwice = seen.has(name);
    seen.add(name);
    return [
      ...(isTwice ? [{ code: 'etl.problem.parameter_twice', ...place }] : []),
      ...(isValueOf(type, value) ? [] : [{ code: 'etl.problem.parameter_wrong', ...place }]),
    ];
  });
}
