import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { isLinkedRollup } from '@formwork/contract/records/linked.ts';
import { compileLogic } from '@formwork/contract/records/logic.ts';
import { compileFeel } from './feel.ts';
import type { LinkedForm } from './links.ts';

/** A computed field: `form/field` or `form/table.field`. */
type Node = string;

/** Computed fields of the form that hang on themselves over other forms, each with the way round. Circles within the form are told by its own logic. */
export function cyclesThrough(forms: Map<string, LinkedForm>, formId: string): Problem[] {
  const reads = new Map<Node, Node[]>();
  for (const form of forms.values()) readsOf(form, forms, reads);
  const problems: Problem[] = [];
  for (const start of reads.keys()) {
    if (!start.startsWith(`${formId}/`)) continue;
    const way = wayBack(start, reads);
    if (!way || way.every((node) => node.startsWith(`${formId}/`) && !isLinked(node, forms))) continue;
    const [table, field] = placeOf(start);
    problems.push({
      code: 'forms.problem.link_cycle',
      level: 'error',
      table,
      field,
      data: {
        way: [...way, start]
          .map((node) => titleOf(node, forms))
          .join(' → ')
          .slice(0, 500),
      },
    });
  }
  return problems;
}

function readsOf({ id, definition }: LinkedForm, forms: Map<string, LinkedForm>, reads: Map<Node, Node[]>): void {
  const logic = compileLogic(definition, compileFeel);
  for (const [key, names] of logic.reads) {
    const table = key.includes('.') ? key.slice(0, key.indexOf('.')) : undefined;
    reads.set(
      `${id}/${key}`,
      names.flatMap((name) => nodesOf(definition, table, name).map((one) => `${id}/${one}`)),
    );
  }
  const linked = (fields: readonly Field[], prefix: string): void => {
    for (const field of fields) {
      const targetOf = (relation: string | undefined): string | undefined => {
        const found = fields.find((one) => one.id === relation);
        return found?.type === 'relation' ? found.config.form : undefined;
      };
      if (field.type === 'lookup')
        reads.set(`${id}/${prefix}${field.id}`, [`${targetOf(field.config.relation)}/${field.config.field}`]);
      if (!isLinkedRollup(field)) continue;
      const { config } = field;
      const table = config.via?.includes('.') ? `${config.via.split('.')[0]}.` : '';
      const counted =
        config.field === undefined || config.function === 'count'
          ? []
          : [config.form ? `${config.form}/${table}${config.field}` : `${targetOf(config.relation)}/${config.field}`];
      reads.set(`${id}/${prefix}${field.id}`, counted);
    }
  };
  linked(definition.fields, '');
  for (const table of definition.tables) linked(table.fields, `${table.id}.`);
}

/** What a name of an expression means: a field of the row first, a whole table stands for all its fields. */
function nodesOf(definition: FormDefinition, table: string | undefined, name: string): string[] {
  if (name.includes('.')) return [name];
  const row = definition.tables.find(({ id }) => id === table);
  if (row?.fields.some(({ id }) => id === name)) return [`${row.id}.${name}`];
  const whole = definition.tables.find(({ id }) => id === name);
  return whole ? whole.fields.map(({ id }) => `${whole.id}.${id}`) : [name];
}

/** The shortest way from a node back to itself, without its end. */
function wayBack(start: Node, reads: Map<Node, Node[]>): Node[] | undefined {
  const from = new Map<Node, Node>();
  const queue = [start];
  for (const node of queue) {
    for (const next of reads.get(node) ?? []) {
      if (next === start) {
        const way = [node];
        for (let at = node; at !== start; way.unshift(at)) at = from.get(at) ?? start;
        return way;
      }
      if (from.has(next)) continue;
      from.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function fieldOf(node: Node, forms: Map<string, LinkedForm>): Field | undefined {
  const definition = forms.get(node.slice(0, node.indexOf('/')))?.definition;
  const [table, field] = placeOf(node);
  return (table === undefined ? definition?.fields : definition?.tables.find(({ id }) => id === table)?.fields)?.find(
    ({ id }) => id === field,
  );
}

function isLinked(node: Node, forms: Map<string, LinkedForm>): boolean {
  const field = fieldOf(node, forms);
  return field !== undefined && (field.type === 'lookup' || isLinkedRollup(field));
}

function placeOf(node: Node): [string | undefined, string] {
  const key = node.slice(node.indexOf('/') + 1);
  const dot = key.indexOf('.');
  return dot < 0 ? [undefined, key] : [key.slice(0, dot), key.slice(dot + 1)];
}

function titleOf(node: Node, forms: Map<string, LinkedForm>): string {
  const form = forms.get(node.slice(0, node.indexOf('/')));
  return `${form?.title.zh ?? ''}.${fieldOf(node, forms)?.title.zh ?? ''}`;
}
