import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';

/** Its function is that of the module with the records, see `records/recalculation-job.ts`. */
export const recalculationJob = 'records.recalculate';

/** Whether records that are there already hold other values than they would be given now. */
export function asksForRecalculation(before: FormDefinition | null, after: FormDefinition): boolean {
  if (!before) return false;
  return differ(before.fields, after.fields) || after.tables.some((table) => differ(before.tables.find(({ id }) => id === table.id)?.fields ?? [], table.fields));
}

function differ(before: readonly Field[], after: readonly Field[]): boolean {
  return after.some((field) => {
    // numbers that were drawn stay as they are
    if (!isComputed(field) || field.type === 'autoNumber') return false;
    const old = before.find(({ id }) => id === field.id);
    return JSON.stringify([old?.type, meaningOf(old)]) !== JSON.stringify([field.type, meaningOf(field)]);
  });
}

/** Settings without those of looks. */
function meaningOf(field: Field | undefined): unknown {
  if (!field) return undefined;
  const { thousands: _, unit: __, source: ___, ...meaning } = field.config as Record<string, unknown>;
  return Object.entries(meaning).sort(([a], [b]) => (a < b ? -1 : 1));
}
