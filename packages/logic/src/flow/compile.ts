import type { Flow, FlowEdge, FlowNode } from '@formwork/contract/rules/flow.ts';
import { compile, type Compiled } from '@formwork/feel/compile.ts';
import { readType } from '@formwork/feel/type-text.ts';
import { any, type FeelType, number } from '@formwork/feel/types.ts';
import { fromFeel, type Problem } from '../problem.ts';
import { shapeProblems } from './shape.ts';

export interface CompiledFlow {
  readonly flow: Flow;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Ways out by node, in their order. */
  readonly ways: ReadonlyMap<string, readonly FlowEdge[]>;
  /** By place: `node/part`, `edge/condition`, `flow/outputs.0`. */
  readonly texts: ReadonlyMap<string, Compiled>;
  readonly start: FlowNode;
}

export function compileFlow(
  flow: Flow,
  outputs?: ReadonlyMap<string, FeelType>,
):
  | { readonly ok: true; readonly compiled: CompiledFlow }
  | { readonly ok: false; readonly problems: readonly Problem[] } {
  const problems = shapeProblems(flow);
  const types = variables(flow, outputs);
  const texts = new Map<string, Compiled>();
  const read = (at: string, part: string, text: string | undefined) => {
    if (text === undefined) return;
    const compiled = compile(text, { types });
    if (compiled.ok) texts.set(`${at}/${part}`, compiled);
    else problems.push(...compiled.problems.map((problem) => fromFeel(at, part, problem)));
  };
  for (const node of flow.nodes) for (const [part, text] of textsOf(node)) read(node.id, part, text);
  for (const { id, condition } of flow.edges) read(id, 'condition', condition);
  for (const [i, { value }] of flow.outputs.entries()) read('flow', `outputs.${i}`, value);
  const start = flow.nodes.find(({ kind }) => kind === 'start');
  if (problems.length > 0 || !start) return { ok: false, problems };
  const ways = new Map<string, FlowEdge[]>(flow.nodes.map(({ id }) => [id, []]));
  for (const edge of flow.edges) ways.get(edge.from)!.push(edge);
  return {
    ok: true,
    compiled: { flow, nodes: new Map(flow.nodes.map((node) => [node.id, node])), ways, texts, start },
  };
}

function textsOf(node: FlowNode): (readonly [part: string, text: string | undefined])[] {
  const given = 'input' in node ? node.input.map(({ value }, i) => [`input.${i}`, value] as const) : [];
  const undo = 'undo' in node ? (node.undo?.input ?? []).map(({ value }, i) => [`undo.${i}`, value] as const) : [];
  const own = (['condition', 'list', 'result', 'until', 'key', 'text'] as const).flatMap((part) =>
    part in node ? [[part, (node as Partial<Record<typeof part, string>>)[part]] as const] : [],
  );
  const values = node.kind === 'expression' ? node.values.map(({ value }, i) => [`values.${i}`, value] as const) : [];
  return [...own, ...values, ...given, ...undo];
}

/** What every run brings: what started it, and the run itself. */
const flowNames: Readonly<Record<string, FeelType>> = { event: any, run: any };

/** What texts of a flow may read. Whatever nodes bring may be read anywhere behind them; before, it is empty. */
export function variables(flow: Flow, outputs?: ReadonlyMap<string, FeelType>): Record<string, FeelType> {
  const types: Record<string, FeelType> = { index: number, failure: any, ...flowNames };
  for (const { name, type } of flow.inputs) types[name] = readType(type) ?? any;
  for (const node of flow.nodes) {
    if (node.kind === 'expression') for (const { name } of node.values) types[name] ??= any;
    if (node.kind === 'iterate') types[node.item] = any;
    if ('as' in node && node.as !== undefined)
      types[node.as] = (node.kind === 'call' ? outputs?.get(node.action) : undefined) ?? any;
  }
  return types;
}
