import type { FieldRight, SlaveRight, TaskNode } from '@formwork/contract/workflow/graph.ts';
import type { RightsView } from '@formwork/contract/workflow/process.ts';

/** What an executor of a node may do with the record. Fields that are not named are open at the start and read-only elsewhere. */
export function rightsAt(node: TaskNode): RightsView {
  const open = node.kind !== 'approve';
  return {
    fields: node.fields,
    otherFields: open ? 'edit' : 'read',
    slaves: node.slaves,
    otherSlaves: open ? 'edit' : 'read',
  };
}

/** What a node keeps from its executors: ids of fields and slave tables, `table.field` for a field of slave rows. */
export function hiddenAt({ fields, slaves }: TaskNode): string[] {
  const hiddenIn = (rights: Record<string, FieldRight>) => Object.keys(rights).filter((id) => rights[id] === 'hidden');
  const inTable = (table: string, right: SlaveRight) =>
    right.access === 'hidden' ? [table] : hiddenIn(right.fields).map((field) => `${table}.${field}`);
  return [...hiddenIn(fields), ...Object.entries(slaves).flatMap(([table, right]) => inTable(table, right))];
}

export function fieldRight(rights: RightsView, field: string): FieldRight {
  return rights.fields[field] ?? rights.otherFields;
}

export function slaveRight(rights: RightsView, table: string): SlaveRight {
  const named = rights.slaves[table];
  if (named) return named;
  const open = rights.otherSlaves === 'edit';
  return { access: rights.otherSlaves, add: open, remove: open, fields: {} };
}

export function mayEdit(right: FieldRight): boolean {
  return right === 'edit' || right === 'required';
}
