import type {
  AutomaticNode,
  ExecutorRule,
  Problem,
  ProcessEdge,
  ProcessGraph,
  ProcessNode,
  SetField,
  SubProcessNode,
} from '@formwork/contract/workflow/graph.ts';
import { indexGraph, isTaskNode, type GraphIndex } from './graph-index.ts';

/** What validation must know of the form. */
export interface FormFacts {
  /** Fields of the main table: `members` holds people, `moment` is a date or a time on one, `computed` cannot be set. */
  fields: Map<string, { members: boolean; required: boolean; moment?: boolean; computed?: boolean }>;
  /** Slave tables with their fields. */
  tables: Map<string, Set<string>>;
  /** What is wrong with a FEEL text over this form's fields; nothing when it holds. */
  conditionErrors(text: string): string[];
  /** The same of a text that gives a value. */
  valueErrors?(text: string): string[];
  /** Fields of another released form with a process; undefined when there is none. */
  otherForm?(id: string): Map<string, { computed?: boolean }> | undefined;
}

/** Everything that keeps a graph from being released; empty when the engine can walk it for every record. */
export function problems(graph: ProcessGraph, form: FormFacts): Problem[] {
  const found = [...shapeProblems(graph)];
  // Ways through the graph can only be followed once its nodes and edges hold together.
  if (found.length === 0) found.push(...wayProblems(indexGraph(graph)));
  found.push(...graph.nodes.flatMap((node) => nodeProblems(graph, node, form)));
  found.push(...graph.edges.flatMap((edge) => edgeProblems(graph, edge, form)));
  found.push(...starterProblems(graph));
  found.push(
    ...(graph.imported?.foreign ?? []).map(({ type, name, node }) => ({
      code: 'workflow.problem.not_executable',
      ...(node === undefined ? {} : { node }),
      data: { type, name: name || type.replace('bpmn:', '') },
    })),
  );
  return found;
}

function shapeProblems(graph: ProcessGraph): Problem[] {
  const found: Problem[] = [];
  const starts = graph.nodes.filter((node) => node.kind === 'start');
  if (starts.length === 0) found.push({ code: 'workflow.problem.no_start' });
  for (const extra of starts.slice(1)) found.push({ code: 'workflow.problem.many_starts', node: extra.id });
  if (!graph.nodes.some((node) => node.kind === 'end')) found.push({ code: 'workflow.problem.no_end' });
  const ids = graph.nodes.map((node) => node.id);
  for (const id of repeated(ids)) found.push({ code: 'workflow.problem.duplicate_id', node: id });
  for (const id of repeated(graph.edges.map((edge) => edge.id)))
    found.push({ code: 'workflow.problem.duplicate_id', edge: id });
  for (const edge of graph.edges) {
    if (!ids.includes(edge.source) || !ids.includes(edge.target))
      found.push({ code: 'workflow.problem.dangling_edge', edge: edge.id });
  }
  return found;
}

/** A join with several ways out goes on by all of them, as a gateway of BPMN that joins and splits at once. */
const branching: readonly ProcessNode['kind'][] = ['condition', 'parallel', 'inclusive', 'join'];

function wayProblems(index: GraphIndex): Problem[] {
  const found: Problem[] = [];
  const { graph, start } = index;
  const ends = graph.nodes.filter((node) => node.kind === 'end');
  for (const node of graph.nodes) {
    const out = index.outgoing.get(node.id) ?? [];
    if (node.kind === 'end') {
      for (const edge of out) found.push({ code: 'workflow.problem.edge_out_of_end', node: node.id, edge: edge.id });
    } else if (out.length === 0) found.push({ code: 'workflow.problem.no_way_out', node: node.id });
    else if (out.length > 1 && !branching.includes(node.kind))
      found.push({ code: 'workflow.problem.too_many_ways', node: node.id });
    if (node !== start && !index.reaches(start.id, node.id))
      found.push({ code: 'workflow.problem.unreachable', node: node.id });
    else if (node.kind !== 'end' && out.length > 0 && !ends.some((end) => index.reaches(node.id, end.id)))
      found.push({ code: 'workflow.problem.cannot_end', node: node.id });
  }
  for (const edge of index.incoming.get(start.id) ?? [])
    found.push({ code: 'workflow.problem.edge_into_start', edge: edge.id });
  for (const node of idleCycles(index)) found.push({ code: 'workflow.problem.cycle_without_task', node });
  if (!graph.nodes.some((node) => working.includes(node.kind))) found.push({ code: 'workflow.problem.nothing_to_do' });
  return found;
}

const working: readonly ProcessNode['kind'][] = ['approve', 'fill-in', 'timer', 'automatic', 'sub-process', 'foreign'];

/** Nodes of cycles on which nobody acts: a token would go round for ever. */
function idleCycles(index: GraphIndex): string[] {
  // A wait of some length lets a process go round for ever at leisure.
  const idle = index.graph.nodes
    .filter((node) => !isTaskNode(node) && !(node.kind === 'timer' && node.wait.by === 'span'))
    .map((node) => node.id);
  const among = new Set(idle);
  return idle.filter((from) => {
    const seen = new Set<string>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { target } of index.outgoing.get(at) ?? []) {
        if (target === from) return true;
        if (!among.has(target) || seen.has(target)) continue;
        seen.add(target);
        open.push(target);
      }
    }
    return false;
  });
}

function nodeProblems(graph: ProcessGraph, node: ProcessNode, form: FormFacts): Problem[] {
  const at = node.id;
  const found: Problem[] = [];
  if (!node.name.zh.trim()) found.push({ code: 'workflow.problem.blank_name', node: at });
  if (isTaskNode(node)) {
    for (const [field, right] of Object.entries(node.fields)) {
      const facts = form.fields.get(field);
      if (!facts) found.push({ code: 'workflow.problem.unknown_field', node: at, data: { field } });
      else if (node.kind === 'start' && facts.required && right === 'hidden')
        found.push({ code: 'workflow.problem.required_but_absent', node: at, data: { field } });
    }
    for (const [table, right] of Object.entries(node.slaves)) {
      const fields = form.tables.get(table);
      if (!fields) found.push({ code: 'workflow.problem.unknown_field', node: at, data: { field: table } });
      else
        for (const field of Object.keys(right.fields))
          if (!fields.has(field)) found.push({ code: 'workflow.problem.unknown_field', node: at, data: { field } });
    }
  }
  if (node.kind === 'approve' || node.kind === 'fill-in') {
    if (node.executors.rules.length === 0) found.push({ code: 'workflow.problem.no_executors', node: at });
    found.push(...node.executors.rules.flatMap((rule) => ruleProblems(graph, rule, form, at)));
  }
  if (node.kind === 'cc') {
    if (node.rules.length === 0) found.push({ code: 'workflow.problem.no_recipients', node: at });
    found.push(
      ...node.rules.flatMap((rule) =>
        rule.by === 'previous'
          ? [{ code: 'workflow.problem.empty_rule', node: at }]
          : ruleProblems(graph, rule, form, at),
      ),
    );
  }
  if (node.kind === 'timer' && node.wait.by === 'field') found.push(...momentProblems(node.wait.field, form, at));
  if (node.kind === 'automatic') found.push(...automaticProblems(graph, node, form));
  if (node.kind === 'sub-process') found.push(...childProblems(node, form));
  if (node.kind === 'foreign')
    found.push({
      code: 'workflow.problem.not_executable',
      node: at,
      data: { type: node.type, name: node.name.zh || node.id },
    });
  return found;
}

function momentProblems(field: string, form: FormFacts, at: string): Problem[] {
  const facts = form.fields.get(field);
  if (!facts) return [{ code: 'workflow.problem.unknown_field', node: at, data: { field } }];
  return facts.moment === true ? [] : [{ code: 'workflow.problem.not_a_date', node: at, data: { field } }];
}

function automaticProblems(graph: ProcessGraph, { id: at, does }: AutomaticNode, form: FormFacts): Problem[] {
  switch (does.what) {
    case 'record':
      return does.set.length === 0
        ? [{ code: 'workflow.problem.nothing_set', node: at }]
        : setProblems(does.set, form.fields, form, at);
    case 'rule':
      if (does.lines.length === 0) return [{ code: 'workflow.problem.nothing_set', node: at }];
      return does.lines.flatMap(({ when, set }) => [
        ...(when.trim() === ''
          ? []
          : form
              .conditionErrors(when)
              .map((error) => ({ code: 'workflow.problem.bad_condition', node: at, data: { error } }))),
        ...setProblems(set, form.fields, form, at),
      ]);
    case 'message':
      if (does.rules.length === 0) return [{ code: 'workflow.problem.no_recipients', node: at }];
      return does.rules.flatMap((rule) =>
        rule.by === 'previous'
          ? [{ code: 'workflow.problem.empty_rule', node: at }]
          : ruleProblems(graph, rule, form, at),
      );
    case 'call':
      return [
        ...(/^https?:\/\/[^\s/]+/.test(does.url) ? [] : [{ code: 'workflow.problem.bad_address', node: at }]),
        ...does.fields
          .filter((field) => !form.fields.has(field) && !form.tables.has(field))
          .map((field) => ({ code: 'workflow.problem.unknown_field', node: at, data: { field } })),
      ];
  }
}

function childProblems({ id: at, form: other, set }: SubProcessNode, form: FormFacts): Problem[] {
  const fields = other === '' ? undefined : form.otherForm?.(other);
  return fields ? setProblems(set, fields, form, at) : [{ code: 'workflow.problem.no_such_process', node: at }];
}

function setProblems(
  set: readonly SetField[],
  fields: Map<string, { computed?: boolean }>,
  form: FormFacts,
  at: string,
): Problem[] {
  return set.flatMap(({ field, value }) => {
    const facts = fields.get(field);
    if (!facts || facts.computed === true)
      return [{ code: 'workflow.problem.unknown_field', node: at, data: { field } }];
    if (value.trim() === '') return [{ code: 'workflow.problem.no_value', node: at, data: { field } }];
    return (form.valueErrors?.(value) ?? []).map((error) => ({
      code: 'workflow.problem.bad_value',
      node: at,
      data: { field, error },
    }));
  });
}

function ruleProblems(graph: ProcessGraph, rule: ExecutorRule, form: FormFacts, at: string): Problem[] {
  const empty = [{ code: 'workflow.problem.empty_rule', node: at }];
  switch (rule.by) {
    case 'persons':
      return rule.persons.length === 0 ? empty : [];
    case 'role':
      return rule.role ? [] : empty;
    case 'post':
      return rule.post ? [] : empty;
    case 'department-head':
      return rule.department ? [] : empty;
    case 'member-field': {
      if (!rule.field) return empty;
      const field = form.fields.get(rule.field);
      if (!field) return [{ code: 'workflow.problem.unknown_field', node: at, data: { field: rule.field } }];
      return field.members
        ? []
        : [{ code: 'workflow.problem.not_a_member_field', node: at, data: { field: rule.field } }];
    }
    case 'node': {
      if (!rule.node) return empty;
      const named = graph.nodes.find((node) => node.id === rule.node);
      if (!isTaskNode(named)) return [{ code: 'workflow.problem.unknown_node', node: at, data: { node: rule.node } }];
      const before = graph.nodes.some((node) => node.kind === 'start') && indexGraph(graph).reaches(rule.node, at);
      return before ? [] : [{ code: 'workflow.problem.not_before', node: at, data: { node: rule.node } }];
    }
    case 'initiator':
    case 'initiator-superior':
    case 'initiator-department-head':
    case 'initiator-upper-head':
    case 'previous':
      return [];
  }
}

function edgeProblems(graph: ProcessGraph, edge: ProcessEdge, form: FormFacts): Problem[] {
  const source = graph.nodes.find((node) => node.id === edge.source);
  const at = { node: edge.source, edge: edge.id };
  const text = edge.condition?.trim();
  if (source?.kind !== 'condition' && source?.kind !== 'inclusive') {
    return text || edge.otherwise ? [{ code: 'workflow.problem.misplaced_condition', ...at }] : [];
  }
  const siblings = graph.edges.filter((other) => other.source === edge.source);
  if (edge.otherwise) {
    const first = siblings.find((other) => other.otherwise);
    return first === edge ? [] : [{ code: 'workflow.problem.many_otherwise', ...at }];
  }
  if (!text) return siblings.length > 1 ? [{ code: 'workflow.problem.no_condition', ...at }] : [];
  return form
    .conditionErrors(text)
    .map((error) => ({ code: 'workflow.problem.bad_condition', ...at, data: { error } }));
}

const fixedRules: readonly ExecutorRule['by'][] = ['persons', 'role', 'post', 'department-head'];

function starterProblems(graph: ProcessGraph): Problem[] {
  return graph.settings.starters
    .filter((rule) => !fixedRules.includes(rule.by))
    .map(() => ({ code: 'workflow.problem.starter_needs_process' }));
}

function repeated(ids: string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
