import type { FormDefinition } from '../forms/definition.ts';
import type { Field } from '../forms/field.ts';
import type { CompiledExpression } from './expressions.ts';

export interface ComputedNode {
  table: string | undefined;
  field: Field;
  expression: CompiledExpression;
}

/** Computed fields after everything they read; those that go in a circle stand apart. */
export function orderOf(
  nodes: readonly ComputedNode[],
  definition: FormDefinition,
): { ordered: ComputedNode[]; cyclic: { node: ComputedNode; way: ComputedNode[] }[] } {
  const keyOf = (table: string | undefined, field: string): string =>
    table === undefined ? field : `${table}.${field}`;
  const byKey = new Map(nodes.map((node) => [keyOf(node.table, node.field.id), node]));
  const ordered: ComputedNode[] = [];
  const cyclic = new Set<ComputedNode>();
  const state = new Map<ComputedNode, 'open' | 'done'>();

  const visit = (node: ComputedNode): boolean => {
    if (state.get(node) === 'done') return !cyclic.has(node);
    if (state.get(node) === 'open') return false;
    state.set(node, 'open');
    let sound = true;
    for (const name of node.expression.reads) {
      for (const read of readNodes(node, name)) sound = visit(read) && sound;
    }
    state.set(node, 'done');
    if (sound) ordered.push(node);
    else cyclic.add(node);
    return sound;
  };
  /** A name in a row means the row's field first; a whole table means all its computed fields. */
  const readNodes = (node: ComputedNode, name: string): ComputedNode[] => {
    const exact = (node.table === undefined ? undefined : byKey.get(`${node.table}.${name}`)) ?? byKey.get(name);
    if (exact) return [exact];
    const table = definition.tables.find(({ id }) => id === name);
    return table ? table.fields.flatMap(({ id }) => byKey.get(`${table.id}.${id}`) ?? []) : [];
  };
  /** From one to the next that cannot be worked out either, until one comes again. */
  const wayFrom = (node: ComputedNode): ComputedNode[] => {
    const way: ComputedNode[] = [];
    for (
      let at: ComputedNode | undefined = node;
      at;
      at = at.expression.reads.flatMap((name) => readNodes(at, name)).find((read) => cyclic.has(read))
    ) {
      way.push(at);
      if (way.indexOf(at) < way.length - 1) break;
    }
    return way;
  };
  for (const node of nodes) visit(node);
  return { ordered, cyclic: [...cyclic].map((node) => ({ node, way: wayFrom(node) })) };
}
