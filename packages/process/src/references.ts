import { conditionWithOption, type LeadsTo, type Named } from '@formwork/contract/condition/references.ts';
import type { Reference, UsePlace } from '@formwork/contract/forms/uses.ts';
import type { ExecutorRule, ProcessGraph, ProcessNode, SetField } from '@formwork/contract/workflow/graph.ts';
import { mentionsIn, withPlainWord, withWord } from '@formwork/feel/mentions.ts';
import { isTaskNode } from './graph-index.ts';

/** What a process names of its own form and of those its sub-processes make records of. Where it decides or writes by it, taking it away is refused. */
export function processReferences(graph: ProcessGraph, form: string): Reference[] {
  return [
    ...graph.nodes.flatMap((node) => nodeReferences(node, form)),
    ...graph.edges.flatMap(({ id, condition }) => textReferences(condition, form, id, 'condition')),
  ];
}

/** What an expression over a form names; every text may be an option of what it is held against. */
export function textReferences(
  text: string | undefined,
  form: string,
  part: string,
  place: UsePlace,
  how: Reference['how'] = 'refuse',
): Reference[] {
  const { names, words } = mentionsIn(text ?? '');
  const named: Named[] = [
    ...[...names].map((element) => ({ form, element })),
    ...words.flatMap(({ value, beside }) => [...beside].map((element) => ({ form, element, option: value }))),
  ];
  return named.map((to) => ({ part, place, to, how }));
}

function nodeReferences(node: ProcessNode, form: string): Reference[] {
  const part = node.id;
  const own = (place: UsePlace, elements: readonly string[], how: Reference['how'] = 'refuse'): Reference[] =>
    elements.map((element) => ({ part, place, to: { form, element }, how }));
  const found: Reference[] = [];
  if (isTaskNode(node))
    found.push(
      ...own(
        'nodeRights',
        [
          ...Object.keys(node.fields),
          ...Object.entries(node.slaves).flatMap(([table, { fields }]) => [table, ...Object.keys(fields)]),
        ],
        'warn',
      ),
    );
  if (node.kind === 'approve' || node.kind === 'fill-in')
    found.push(...own('executors', memberFields(node.executors.rules)));
  if (node.kind === 'cc') found.push(...own('recipients', memberFields(node.rules)));
  if (node.kind === 'timer' && node.wait.by === 'field') found.push(...own('due', [node.wait.field]));
  if (node.kind === 'sub-process' && node.form !== '')
    found.push(
      { part, place: 'subProcess', to: { form: node.form, element: '' }, how: 'refuse' },
      ...setReferences(node.set, part, form, node.form),
    );
  if (node.kind !== 'automatic') return found;
  const { does } = node;
  if (does.what === 'record') found.push(...setReferences(does.set, part, form, form));
  if (does.what === 'rule')
    found.push(
      ...does.lines.flatMap(({ when, set }) => [
        ...textReferences(when, form, part, 'condition'),
        ...setReferences(set, part, form, form),
      ]),
    );
  if (does.what === 'message') found.push(...own('recipients', memberFields(does.rules)));
  if (does.what === 'call') found.push(...own('call', does.fields));
  return found;
}

function memberFields(rules: readonly ExecutorRule[]): string[] {
  return rules.flatMap((rule) => (rule.by === 'member-field' ? [rule.field] : []));
}

/** The expressions read one form, the fields are written in another or in the same; a text alone may be an option of the field. */
function setReferences(set: readonly SetField[], part: string, read: string, written: string): Reference[] {
  return set.flatMap(({ field, value }): Reference[] => [
    { part, place: 'set', to: { form: written, element: field }, how: 'refuse' },
    ...mentionsIn(value).words.map(({ value: option }): Reference => ({
      part,
      place: 'set',
      to: { form: written, element: field, option },
      how: 'refuse',
    })),
    ...textReferences(value, read, part, 'value'),
  ]);
}

/** The process with an option in place of another, in conditions and in what automatic steps write; the same object where it says nothing of it. */
export function processWithOption(
  graph: ProcessGraph,
  form: string,
  leadsTo: LeadsTo,
  at: Required<Named>,
  to: string,
): ProcessGraph {
  const inText = (text: string): string => (form === at.form ? withWord(text, at.element, at.option, to) : text);
  const inSet = (set: SetField[], written: string): SetField[] =>
    set.map(({ field, value }) => ({
      field,
      value: written === at.form && field === at.element ? withPlainWord(inText(value), at.option, to) : inText(value),
    }));
  const next: ProcessGraph = {
    ...graph,
    nodes: graph.nodes.map((node): ProcessNode => {
      if (node.kind === 'sub-process') return { ...node, set: inSet(node.set, node.form) };
      if (node.kind !== 'automatic') return node;
      if (node.does.what === 'record') return { ...node, does: { ...node.does, set: inSet(node.does.set, form) } };
      if (node.does.what === 'rule')
        return {
          ...node,
          does: {
            ...node.does,
            lines: node.does.lines.map(({ when, set }) => ({ when: inText(when), set: inSet(set, form) })),
          },
        };
      return node;
    }),
    edges: graph.edges.map((edge) => ({
      ...edge,
      ...(edge.condition !== undefined && { condition: inText(edge.condition) }),
      ...(edge.clicked && { clicked: conditionWithOption(edge.clicked, form, leadsTo, at, to) }),
    })),
  };
  return JSON.stringify(next) === JSON.stringify(graph) ? graph : next;
}
