import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { processFields } from '@formwork/contract/workflow/process-fields.ts';
import { conditionFields, type ConditionFields } from '@formwork/records-ui/conditions/condition-fields.ts';

/** What a condition of a process compares: the record's fields, what every record carries, and who takes part. */
export function flowFields(form: FormDefinition): ConditionFields {
  return conditionFields([...form.fields, ...Object.values(systemFields), ...processFields]);
}
