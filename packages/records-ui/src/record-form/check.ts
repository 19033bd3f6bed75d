import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { FormLogic, LogicContext } from '@formwork/contract/records/logic.ts';
import { checkValue, type FieldError, type FieldState } from '@formwork/contract/records/validate.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Calculated, FormData } from './form-data.ts';
import { mayEdit, type FormRights } from './rights.ts';
import type { FieldRight } from '@formwork/contract/workflow/graph.ts';

// a row that was not worked out again says the same as before
const checked = new WeakMap<object, { rights: FormRights; asks: boolean; errors: FieldError[] }>();

/** Everything the server would refuse, as far as it can be known here; paths are the server's. */
export function errorsOf(
  definition: FormDefinition,
  data: FormData,
  calculated: Pick<Calculated, 'record'>,
  logic: FormLogic,
  rights: FormRights,
  context: LogicContext,
): FieldError[] {
  const errors: FieldError[] = [];
  const add = (field: Field, value: unknown, right: FieldRight, row: Values | undefined, path: string, asks = true) => {
    if (isComputed(field) || !mayEdit(right)) return;
    const state = stateWithin(logic.stateOf(field, calculated.record, row, context), right);
    const result = checkValue(field, value, context.timeZone, asks ? state : { ...state, required: false });
    if ('error' in result) errors.push({ path, ...result.error });
  };
  for (const field of definition.fields) add(field, data.values[field.id], rights.field(field.id), undefined, field.id);
  for (const table of definition.tables) {
    const right = rights.table(table.id);
    if (right.access !== 'edit') continue;
    const rows = data.slaves[table.id] ?? [];
    // nobody can fill in what is out of sight
    const asks = !logic.layout.hidesContent(table.id, calculated.record, context);
    if (asks && table.minRows !== undefined && rows.length < table.minRows)
      errors.push({ path: table.id, code: 'records.value.too_few_rows', data: { min: table.minRows } });
    if (table.maxRows !== undefined && rows.length > table.maxRows)
      errors.push({ path: table.id, code: 'records.value.too_many_rows', data: { max: table.maxRows } });
    rows.forEach((row, index) => {
      const worked = calculated.record.slaves[table.id]?.[index];
      const known = worked && checked.get(worked);
      if (known?.rights === rights && known.asks === asks) {
        for (const error of known.errors) errors.push({ ...error, path: `${table.id}.${index}.${error.path}` });
        return;
      }
      const from = errors.length;
      for (const field of table.fields)
        add(
          field,
          row.values[field.id],
          row.isNew ? atLeastEdit(right.field(field.id)) : right.field(field.id),
          worked?.values,
          `${table.id}.${index}.${field.id}`,
          asks,
        );
      if (worked)
        checked.set(worked, {
          rights,
          asks,
          errors: errors
            .slice(from)
            .map((error) => ({ ...error, path: error.path.slice(error.path.lastIndexOf('.') + 1) })),
        });
    });
  }
  const said = new Set(errors.map(({ path }) => path));
  return [...errors, ...logic.violations(calculated.record, context).filter(({ path }) => !said.has(path))];
}

/** A step of a process may ask for more than the form, and shows no more than it allows. */
export function stateWithin(state: FieldState, right: FieldRight): FieldState {
  return {
    required: state.required || right === 'required',
    hidden: state.hidden || right === 'hidden',
    readOnly: state.readOnly || !mayEdit(right),
    ...(state.open && right !== 'required' && { open: state.open }),
  };
}

/** A row one adds is one's own to fill in. */
function atLeastEdit(right: FieldRight): FieldRight {
  return right === 'read' ? 'edit' : right;
}
