import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { keyColumnName, keyedFields } from '../forms/public.ts';
import { columnOf, type PlanColumn } from './columns.ts';

/** A field that is unique under a condition; `sql` is the column with its value while the condition is true. */
export interface KeyPlan {
  column: PlanColumn;
  sql: string;
}

export function keyPlans(definition: FormDefinition): KeyPlan[] {
  return keyedFields(definition).map((field) => ({ column: columnOf(field), sql: `"${keyColumnName(definition, field)}"` }));
}
