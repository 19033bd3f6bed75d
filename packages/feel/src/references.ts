import { childrenOf, type Node } from './ast.ts';
import type { Checked, FieldBinding } from './check.ts';
import type { Binding } from './scope.ts';
import type { ContextType, FeelType } from './types.ts';

/** Every name a text reads that it does not declare itself, functions left out; needs no types. */
export function references(ast: Node): string[] {
  const found = new Set<string>();
  collect(ast, new Set(), found);
  return [...found];
}

function collect(node: Node, local: ReadonlySet<string>, found: Set<string>): void {
  switch (node.kind) {
    case 'name':
      if (!local.has(node.name)) found.add(node.name);
      return;
    case 'call':
      if (node.callee.kind !== 'name') collect(node.callee, local, found);
      for (const { value } of node.args) collect(value, local, found);
      return;
    case 'filter':
      collect(node.of, local, found);
      collect(node.by, new Set([...local, 'item']), found);
      return;
    case 'function':
      collect(node.body, new Set([...local, ...node.params.map(({ name }) => name)]), found);
      return;
    case 'context': {
      const inner = new Set(local);
      for (const { key, value } of node.entries) {
        collect(value, inner, found);
        inner.add(key);
      }
      return;
    }
    case 'for':
    case 'quantified': {
      const inner = new Set(local);
      if (node.kind === 'for') inner.add('partial');
      for (const { name, over, upTo } of node.iterators) {
        collect(over, inner, found);
        if (upTo) collect(upTo, inner, found);
        inner.add(name);
      }
      return collect(node.body, inner, found);
    }
    default:
      for (const child of childrenOf(node)) collect(child, local, found);
  }
}

/**
 * Paths of the inputs that a checked text reads, down to the fields of rows: `total`, `s_xyz.f_q`. The rows themselves are only
 * among them when something depends on them as a whole, as `count(s_xyz)` does.
 */
export function readsOf(ast: Node, { bindings }: Checked, types: Readonly<Record<string, FeelType>>): string[] {
  const places = new Map<object, string[]>();
  place(types, '', places, new Set());
  const found = new Set<string>();
  const visit = (node: Node, wayToField: boolean): void => {
    const binding = bindings.get(node);
    if (!wayToField) for (const path of pathsOf(binding, places)) found.add(path);
    const reached = binding?.from === 'field';
    for (const child of childrenOf(node)) {
      const through = node.kind === 'path' ? reached : node.kind === 'filter' && child === node.of && wayToField;
      visit(child, through);
    }
  };
  visit(ast, false);
  return [...found];
}

function pathsOf(
  binding: Binding | FieldBinding | null | undefined,
  places: ReadonlyMap<object, readonly string[]>,
): readonly string[] {
  if (binding?.from === 'perhaps') return pathsOf(binding.otherwise, places);
  if (binding?.from !== 'input' && binding?.from !== 'member' && binding?.from !== 'field') return [];
  return (places.get(binding.owner.fields) ?? []).map((prefix) => prefix + binding.key);
}

function place(fields: ContextType['fields'], prefix: string, places: Map<object, string[]>, above: Set<object>): void {
  if (above.has(fields)) return;
  places.set(fields, [...(places.get(fields) ?? []), prefix]);
  for (const [key, type] of Object.entries(fields)) {
    let inner = type;
    while (inner.kind === 'list') inner = inner.item;
    if (inner.kind === 'context') place(inner.fields, `${prefix}${key}.`, places, new Set([...above, fields]));
  }
}
