import { isValueOf, type EtlParameter, type ParameterValues } from '@formwork/contract/etl/parameter.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { EtlTask, TaskNode } from '@formwork/contract/etl/task.ts';
import { withNamedValues } from '@formwork/etl/named-values.ts';
import { contextParameters, givenOf, type Given } from '@formwork/etl/parameters.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Dialect } from '../../../platform/engine/port.ts';
import { invalid, type AppError } from '../../../platform/errors.ts';
import { requireUsable } from '../../connections/public.ts';
import { readGlobals } from '../flows/globals.ts';
import { dayValue, hasEscapes, numberValue, textValue } from '../endpoints/sql-values.ts';

/** What of a run nobody gives a value. */
interface RunContext {
  day: string;
  /** Blank while a task is drawn. */
  run: string;
}

/**
 * What the parameters of a task or a flow are in a run: what was given, else their own value, else the one that the enterprise has under
 * their name. It is settled once, when the run is asked for: changed meanwhile it would be of two minds.
 */
export async function settledValues(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  parameters: readonly EtlParameter[],
  given: ParameterValues = {},
  /** While a task is drawn nothing has to be given. */
  { drawn = false } = {},
): Promise<ParameterValues> {
  const isOpen = ({ name, value }: EtlParameter): boolean => value === '' && given[name] === undefined;
  const globals = parameters.some(isOpen) ? await readGlobals(ctx) : [];
  const refused = (name: string, code: ErrorCode, value = ''): AppError => {
    const data = { name, ...(value !== '' && { value: value.slice(0, 100) }) };
    return invalid(code, [{ path: `parameters.${name}`, code, data }], data);
  };
  const values = parameters.map(({ name, type, value, required }): [string, string] => {
    const own = value === '' ? (globals.find((one) => one.name === name)?.value ?? '') : value;
    const settled = given[name] ?? own;
    if (!isValueOf(type, settled)) throw refused(name, 'etl.parameter.wrong', settled);
    if (required && !drawn && settled.trim() === '') throw refused(name, 'etl.parameter.missing');
    return [name, settled];
  });
  return Object.fromEntries(values);
}

/** The task as a run carries it out: with the values of its parameters, in its statements and file names as well. */
export async function taskWith(
  ctx: Ctx,
  task: EtlTask,
  values: ParameterValues,
  context: RunContext,
): Promise<EtlTask> {
  const parameters = [
    ...task.parameters
      .filter(({ name }) => !contextParameters.some((one) => one.name === name))
      .map((one) => ({ ...one, value: values[one.name] ?? one.value })),
    ...contextParameters.map(({ name, type }) => ({ id: name, name, type, value: context[name] })),
  ];
  const nodes = await Promise.all(task.nodes.map((node) => nodeWith(ctx, node, parameters)));
  return { ...task, nodes, parameters };
}

/** A node that is read by itself, while its task is drawn. */
export async function nodeWith<Node extends TaskNode>(
  ctx: Ctx,
  node: Node,
  parameters: readonly Given[],
): Promise<Node> {
  if (node.kind === 'sqlSource' && node.connection !== null && node.sql.includes(':')) {
    const { kind } = await requireUsable(ctx, node.connection);
    return { ...node, sql: statementWith(node.sql, givenOf(parameters), dialects[kind]) };
  }
  if (node.kind === 'fileSource' && node.connection !== null)
    return { ...node, fileName: nameWith(node.fileName, parameters) };
  if (node.kind === 'fileTarget') return { ...node, name: nameWith(node.name, parameters) };
  return node;
}

/** Where files lie the engine speaks. */
const dialects: Readonly<Record<string, Dialect>> = {
  postgres: 'postgres',
  mysql: 'mysql',
  clickhouse: 'clickhouse',
  sqlserver: 'sqlserver',
};

export function statementWith(sql: string, parameters: readonly Given[], dialect: Dialect | undefined): string {
  return withNamedValues(sql, hasEscapes(dialect), (name) => {
    const found = parameters.find((one) => one.name === name);
    return found && valueIn(found, dialect);
  });
}

function valueIn({ type, value }: Given, dialect: Dialect | undefined): string {
  if (type === 'text') return textValue(value, dialect);
  const plain = value.trim();
  if (plain === '' || !isValueOf(type, plain)) return 'null';
  return type === 'date' ? dayValue(plain, dialect) : numberValue(plain);
}

/** `{place}`, and `{date}` for the day; a value leads into no other folder. */
function nameWith(name: string, parameters: readonly Given[]): string {
  const day = parameters.find((one) => one.name === 'day')?.value;
  return name.replaceAll(/\{([\p{L}_][\p{L}\p{N}_]*)\}/gu, (whole, key: string) => {
    if (key === 'date') return day || whole;
    const found = parameters.find((one) => one.name === key);
    return found ? found.value.replaceAll(/[\\/]/g, '_').replaceAll('..', '_') : whole;
  });
}
