import { ruleFormat, type Rule, type Statement } from '@formwork/contract/rules/rule.ts';
import type { Table } from '@formwork/contract/rules/table.ts';
import type { z } from 'zod';
import type { Problem } from '../problem.ts';
import { tableProblems } from '../table.ts';
import {
  DecisionContent,
  ExpressionContent,
  FunctionContent,
  Jdm,
  type JdmNode,
  SwitchContent,
  TableContent,
} from './schema.ts';
import { feelOfZen } from './zen.ts';

export type ReadJdm =
  | {
      readonly ok: true;
      readonly rule: Rule;
      /** Sources by the key that their statement names. */ readonly scripts: Readonly<Record<string, string>>;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const longestScript = 64 * 1024;

/**
 * A decision of JDM as a rule: tables are `match`, expressions `let`, switches `when`, functions scripts, decisions other rules. Ways
 * that meet again go on behind the switch, and what they set is there before it, empty.
 */
export function readJdm(json: string, name: string): ReadJdm {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    return notReadable('no JSON');
  }
  const parsed = Jdm.safeParse(content);
  if (!parsed.success) return notReadable(parsed.error.issues[0]?.path.join('.') ?? '');
  const reading = new Reading(parsed.data);
  const start = parsed.data.nodes.find(({ type }) => type === 'inputNode');
  if (!start) return notReadable('no inputNode');
  const body = reading.behind([start.id], new Set());
  if (reading.problems.length > 0) return { ok: false, problems: reading.problems };
  const layout = Object.fromEntries(parsed.data.nodes.map(({ id, position }) => [id, position]));
  const rule: Rule = {
    format: ruleFormat,
    name,
    at: 'later',
    runsAs: 'author',
    inputs: [],
    outputs: [...namesIn(body)].map((output) => ({ name: output, type: 'Any' })),
    types: [],
    starts: [{ on: 'call' }],
    body,
    layout,
  };
  return { ok: true, rule, scripts: reading.scripts };
}

const notReadable = (reason: string): ReadJdm => ({
  ok: false,
  problems: [{ code: 'rules.problem.not_readable', data: { reason } }],
});

function namesIn(body: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  for (const one of body) {
    if (one.kind === 'let') names.add(one.name);
    if ('as' in one && one.as !== undefined) names.add(one.as);
    if (one.kind === 'match') names.add(one.name ?? one.table.outputs[0]!.name);
    if (one.kind === 'when')
      for (const { body: inner } of one.branches) for (const name of namesIn(inner)) names.add(name);
  }
  return names;
}

class Reading {
  readonly problems: Problem[] = [];
  readonly scripts: Record<string, string> = {};
  private readonly nodes: ReadonlyMap<string, JdmNode>;
  private readonly edges: Jdm['edges'];

  constructor({ nodes, edges }: Jdm) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.edges = edges;
  }

  /** Statements of everything that lies behind some nodes, up to those where other ways come in. */
  behind(from: readonly string[], stop: ReadonlySet<string>): Statement[] {
    return this.along(this.next(from), stop);
  }

  private along(begin: readonly string[], stop: ReadonlySet<string>): Statement[] {
    const reached = this.reachable(begin, stop);
    const done = new Set<string>();
    const body: Statement[] = [];
    for (;;) {
      // a node comes when everything before it is there
      const id = [...reached].find(
        (one) => !done.has(one) && this.before(one).every((other) => !reached.has(other) || done.has(other)),
      );
      if (id === undefined) return body;
      done.add(id);
      const node = this.nodes.get(id);
      if (!node) continue;
      if (node.type !== 'switchNode') {
        body.push(...this.statements(node));
        continue;
      }
      const { when, inside } = this.switch(node, stop);
      for (const name of namesIn([when])) body.push({ id: `${id} ${name}`, kind: 'let', name, value: 'null' });
      body.push(when);
      for (const one of inside) done.add(one);
    }
  }

  private switch(node: JdmNode, stop: ReadonlySet<string>): { when: Statement; inside: Set<string> } {
    const content = this.content(node, SwitchContent) ?? { statements: [] };
    const ways = content.statements.map((one) => ({
      ...one,
      begin: this.edges.flatMap(({ sourceId, sourceHandle, targetId }) =>
        sourceId === node.id && sourceHandle === one.id ? [targetId] : [],
      ),
    }));
    const sets = ways.map(({ begin }) => this.reachable(begin, stop));
    const shared = new Set(
      [...new Set(sets.flatMap((set) => [...set]))].filter((id) => sets.filter((set) => set.has(id)).length > 1),
    );
    const until = new Set([...stop, ...shared]);
    const bodies = ways.map(({ begin }) => this.along(begin, until));
    const isDefault = ({ condition, isDefault: marked }: (typeof ways)[number]) =>
      marked === true || condition.trim() === '';
    const otherwise = ways.findIndex(isDefault);
    const inside = new Set(sets.flatMap((set) => [...set].filter((id) => !shared.has(id))));
    const when: Statement = {
      id: node.id,
      kind: 'when',
      branches: ways.flatMap((way, i) =>
        i === otherwise ? [] : [{ condition: this.zen(node, way.condition) || 'true', body: bodies[i]! }],
      ),
      ...(otherwise >= 0 && { otherwise: bodies[otherwise]! }),
      emptyIsNo: true,
    };
    if (when.branches.length === 0) when.branches.push({ condition: 'false', body: [] });
    return { when, inside };
  }

  private statements(node: JdmNode): Statement[] {
    switch (node.type) {
      case 'inputNode':
      case 'outputNode':
        return [];
      case 'expressionNode':
        return (this.content(node, ExpressionContent)?.expressions ?? []).map(({ key, value }, i): Statement => ({
          id: `${node.id} ${i}`,
          kind: 'let',
          name: key,
          value: this.zen(node, value) || 'null',
        }));
      case 'decisionTableNode':
        return this.table(node);
      case 'functionNode': {
        const content = this.content(node, FunctionContent);
        const source = typeof content === 'string' ? content : (content?.source ?? '');
        if (source.length > longestScript)
          this.problems.push({
            code: 'rules.problem.script_too_long',
            data: { name: node.name, max: longestScript },
            at: node.id,
          });
        this.scripts[node.id] = source;
        return [{ id: node.id, kind: 'script', script: node.id, as: asName(node), input: [] }];
      }
      case 'decisionNode':
        return [
          {
            id: node.id,
            kind: 'run',
            rule: this.content(node, DecisionContent)?.key ?? '',
            as: asName(node),
            input: [],
          },
        ];
      default:
        this.problems.push({
          code: 'rules.problem.unknown_node',
          data: { type: node.type, name: node.name },
          at: node.id,
        });
        return [];
    }
  }

  private table(node: JdmNode): Statement[] {
    const content = this.content(node, TableContent);
    if (!content) return [];
    if (content.hitPolicy !== 'first' && content.hitPolicy !== 'collect')
      this.problems.push({ code: 'rules.problem.unknown_policy', data: { policy: content.hitPolicy }, at: node.id });
    const table: Table = {
      policy: content.hitPolicy === 'collect' ? 'collect' : 'first',
      inputs: content.inputs.map(({ field, name }) => ({ text: this.zen(node, field ?? name ?? '') })),
      outputs: content.outputs.map(({ field, name }) => ({ name: field ?? name ?? '' })),
      rules: content.rules.map((rule) => ({
        tests: content.inputs.map(({ id }) => this.zen(node, rule[id] ?? '', 'tests')),
        outputs: content.outputs.map(({ id }) => this.zen(node, rule[id] ?? '') || 'null'),
        ...(rule._description && { note: rule._description }),
      })),
    };
    this.problems.push(...tableProblems(table).map((problem) => ({ ...problem, at: node.id })));
    const [only, ...others] = table.outputs;
    if (!only) return [];
    if (others.length === 0 || table.policy === 'collect')
      return [{ id: node.id, kind: 'match', into: 'let', name: others.length === 0 ? only.name : asName(node), table }];
    const name = asName(node);
    const parts = table.outputs.map((output, i): Statement => ({
      id: `${node.id} ${i}`,
      kind: 'let',
      name: output.name,
      value: `${name}.${output.name}`,
    }));
    return [{ id: node.id, kind: 'match', into: 'let', name, table }, ...parts];
  }

  private zen(node: JdmNode, text: string, top: 'expression' | 'tests' = 'expression'): string {
    const feel = feelOfZen(text, top);
    if (feel === null)
      this.problems.push({
        code: 'rules.problem.not_readable',
        data: { reason: text.slice(0, 100), name: node.name },
        at: node.id,
      });
    return feel ?? '';
  }

  private content<T>(node: JdmNode, schema: z.ZodType<T>): T | undefined {
    const parsed = schema.safeParse(node.content);
    if (!parsed.success)
      this.problems.push({
        code: 'rules.problem.not_readable',
        data: { reason: node.type, name: node.name },
        at: node.id,
      });
    return parsed.data;
  }

  private next(from: readonly string[]): string[] {
    return this.edges.flatMap(({ sourceId, targetId }) => (from.includes(sourceId) ? [targetId] : []));
  }

  private before(id: string): string[] {
    return this.edges.flatMap(({ sourceId, targetId }) => (targetId === id ? [sourceId] : []));
  }

  private reachable(begin: readonly string[], stop: ReadonlySet<string>): Set<string> {
    const found = new Set<string>();
    const left = [...begin];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (found.has(id) || stop.has(id)) continue;
      found.add(id);
      left.push(...this.next([id]));
    }
    return found;
  }
}

const asName = ({ name, id }: JdmNode): string =>
  name.trim().replace(/[^\p{L}\p{N}_]+/gu, '_') || `n_${id.replace(/\W+/g, '_')}`;
