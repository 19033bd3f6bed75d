import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { FormFacts } from '@formwork/process/problems.ts';
import { conditionErrors } from '@formwork/process/conditions.ts';

/** What a process graph is checked against: the form as it is released. */
export function formFacts(definition: FormDefinition): FormFacts {
  const own = definition.fields.map((field) => [field.id, { members: fieldKind(field) === 'people', required: field.required === true }] as const);
  const system = Object.values(systemFields).map((field) => [field.id, { members: fieldKind(field) === 'people', required: false }] as const);
  return {
    fields: new Map([...own, ...system]),
    tables: new Map(definition.tables.map((table) => [table.id, new Set(table.fields.map((field) => field.id))])),
    conditionErrors: (text) => conditionErrors(definition, text),
  };
}
