import type { Rule, Statement } from '@formwork/contract/rules/rule.ts';
import type { Problem } from '../problem.ts';
import { zenOfFeel } from './zen-text.ts';

export type WrittenJdm =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

interface Node {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly content?: unknown;
}

/** A rule as the JSON of GoRules: values and tables one behind the other, and rules that it calls. Whatever else it says is refused by its kind. */
export function writeJdm(rule: Rule): WrittenJdm {
  const problems: Problem[] = [];
  const nodes: Node[] = [{ id: 'input', type: 'inputNode', name: 'Request', position: { x: 0, y: 0 } }];
  for (const [at, statement] of rule.body.entries()) {
    const position = rule.layout[statement.id] ?? { x: (at + 1) * 320, y: 0 };
    const made = nodeOf(statement, { x: position.x, y: position.y }, problems);
    if (made) nodes.push(made);
  }
  nodes.push({
    id: 'output',
    type: 'outputNode',
    name: 'Response',
    position: { x: (rule.body.length + 1) * 320, y: 0 },
  });
  if (problems.length > 0) return { ok: false, problems };
  const edges = nodes
    .slice(1)
    .map(({ id }, at) => ({ id: `edge${at + 1}`, type: 'edge', sourceId: nodes[at]!.id, targetId: id }));
  return {
    ok: true,
    text: `${JSON.stringify({ contentType: 'application/vnd.gorules.decision', nodes, edges }, null, 2)}\n`,
  };
}

function nodeOf(statement: Statement, position: Node['position'], problems: Problem[]): Node | undefined {
  const { id, kind } = statement;
  const zen = (text: string, top: 'expression' | 'tests' = 'expression'): string => {
    const found = zenOfFeel(text, top);
    if (found === null)
      problems.push({ code: 'rules.problem.unknown_node', data: { type: text.slice(0, 60) }, at: id });
    return found ?? '';
  };
  if (kind === 'let')
    return {
      id,
      type: 'expressionNode',
      name: statement.name,
      position,
      content: { expressions: [{ id: `${id}.0`, key: statement.name, value: zen(statement.value) }] },
    };
  if (kind === 'run' && statement.input.length === 0)
    return {
      id,
      type: 'decisionNode',
      name: statement.as ?? statement.rule,
      position,
      content: { key: statement.rule },
    };
  if (
    kind === 'match' &&
    statement.into === 'let' &&
    (statement.table.policy === 'first' || (statement.table.policy === 'collect' && !statement.table.aggregation))
  ) {
    const { policy, inputs, outputs, rules } = statement.table;
    const only = outputs.length === 1 && statement.name !== undefined ? statement.name : undefined;
    return {
      id,
      type: 'decisionTableNode',
      name: statement.name ?? outputs[0]?.name ?? id,
      position,
      content: {
        hitPolicy: policy,
        inputs: inputs.map(({ text }, at) => ({ id: `i${at}`, name: text, field: zen(text) })),
        outputs: outputs.map(({ name }, at) => ({ id: `o${at}`, name: only ?? name, field: only ?? name })),
        rules: rules.map((rule, at) => ({
          _id: `r${at}`,
          ...(rule.note !== undefined && { _description: rule.note }),
          ...Object.fromEntries(rule.tests.map((test, i) => [`i${i}`, zen(test, 'tests')])),
          ...Object.fromEntries(rule.outputs.map((output, i) => [`o${i}`, zen(output)])),
        })),
      },
    };
  }
  problems.push({ code: 'rules.problem.unknown_node', data: { type: kind }, at: id });
  return undefined;
}
