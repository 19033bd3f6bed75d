import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { TaskNode } from '@formwork/contract/workflow/graph.ts';
import type { RightsView } from '@formwork/contract/workflow/process.ts';
import { fieldRight, hiddenAt, mayEdit, rightsAt, slaveRight } from '@formwork/process/rights.ts';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedFields, ProcessRecord } from '../../records/public.ts';

/** What a node lets its executor change, in the words of the records; `hides` is kept from this one by the form's own rules. */
export function allowedFields(
  definition: FormDefinition,
  node: TaskNode,
  hides: readonly string[] = [],
): AllowedFields {
  const rights = rightsAt(node);
  return {
    hidden: new Set([...hiddenAt(node), ...hides]),
    main: new Set(definition.fields.filter((field) => mayEdit(fieldRight(rights, field.id))).map((field) => field.id)),
    slaves: Object.fromEntries(
      definition.tables.map((table) => {
        const right = slaveRight(rights, table.id);
        const open = right.access === 'edit';
        const fields = table.fields
          .filter((field) => open && mayEdit(right.fields[field.id] ?? 'edit'))
          .map((field) => field.id);
        return [table.id, { fields: new Set(fields), add: open && right.add, remove: open && right.remove }];
      }),
    ),
  };
}

/** Refuses a submission that leaves empty what the node requires, at each field. */
export function requireFilled(definition: FormDefinition, rights: RightsView, record: ProcessRecord): void {
  const missing: { path: string; code: string }[] = [];
  const code = 'records.value.required';
  for (const field of definition.fields) {
    if (fieldRight(rights, field.id) === 'required' && !isComputed(field) && isEmptyValue(record.values[field.id]))
      missing.push({ path: field.id, code });
  }
  for (const table of definition.tables) {
    const right = slaveRight(rights, table.id);
    const required = table.fields.filter((field) => right.fields[field.id] === 'required' && !isComputed(field));
    for (const [index, row] of (record.slaves[table.id] ?? []).entries()) {
      for (const field of required)
        if (isEmptyValue(row.values[field.id])) missing.push({ path: `${table.id}.${index}.${field.id}`, code });
    }
  }
  if (missing.length > 0) throw invalid('records.record.invalid', missing);
}
