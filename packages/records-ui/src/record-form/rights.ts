import type { FieldRight } from '@formwork/contract/workflow/graph.ts';
import type { RightsView } from '@formwork/contract/workflow/process.ts';

/** What a person may do with the record in front of them: of the form itself, or of the step of a process. */
export interface FormRights {
  /** Nothing may be edited at all: drafts stay aside. */
  readOnly?: true;
  field: (id: string) => FieldRight;
  table: (id: string) => TableRight;
}

export interface TableRight {
  access: 'hidden' | 'read' | 'edit';
  add: boolean;
  remove: boolean;
  field: (id: string) => FieldRight;
}

const fullTable: TableRight = { access: 'edit', add: true, remove: true, field: () => 'edit' };
const readTable: TableRight = { access: 'read', add: false, remove: false, field: () => 'read' };

/** The form decides by itself what may be edited. */
export const editRights: FormRights = { field: () => 'edit', table: () => fullTable };
export const readRights: FormRights = { readOnly: true, field: () => 'read', table: () => readTable };

/** The rights of a process step, as its view tells them. */
export function rightsOfStep(view: RightsView): FormRights {
  return {
    field: (id) => view.fields[id] ?? view.otherFields,
    table: (id) => {
      const told = view.slaves[id];
      if (!told)
        return view.otherSlaves === 'edit'
          ? fullTable
          : view.otherSlaves === 'read'
            ? readTable
            : { ...readTable, access: 'hidden' };
      const rest: FieldRight = told.access;
      return {
        access: told.access,
        add: told.add && told.access === 'edit',
        remove: told.remove && told.access === 'edit',
        field: (field) => told.fields[field] ?? rest,
      };
    },
  };
}

/** Without what rules or a process keep from the person: ids of fields and slave tables, `table.field`. */
export function rightsWithout(rights: FormRights, hidden: readonly string[] | undefined): FormRights {
  if (!hidden?.length) return rights;
  const kept = new Set(hidden);
  return {
    ...rights,
    field: (id) => (kept.has(id) ? 'hidden' : rights.field(id)),
    table: (id) => {
      const right = rights.table(id);
      return kept.has(id)
        ? { ...readTable, access: 'hidden' }
        : { ...right, field: (field) => (kept.has(`${id}.${field}`) ? 'hidden' : right.field(field)) };
    },
  };
}

/** Without what the person may see and not change. */
export function rightsClosed(rights: FormRights, readOnly: readonly string[] | undefined): FormRights {
  if (!readOnly?.length) return rights;
  const closed = new Set(readOnly);
  const read = (right: FieldRight): FieldRight => (mayEdit(right) ? 'read' : right);
  return {
    ...rights,
    field: (id) => (closed.has(id) ? read(rights.field(id)) : rights.field(id)),
    table: (id) => {
      const right = rights.table(id);
      if (closed.has(id)) return right.access === 'hidden' ? right : readTable;
      return {
        ...right,
        field: (field) => (closed.has(`${id}.${field}`) ? read(right.field(field)) : right.field(field)),
      };
    },
  };
}

export function mayEdit(right: FieldRight): boolean {
  return right === 'edit' || right === 'required';
}
