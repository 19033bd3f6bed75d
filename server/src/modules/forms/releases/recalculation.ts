import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { replacedOptions } from '@formwork/contract/forms/replaced-options.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { RunName } from '../../../platform/runs/runs.ts';
import { z } from 'zod';

/** Its function is that of the module with the records, see `records/recalculation-job.ts`. */
export const recalculationRun = {
  kind: 'records.recalculate',
  payload: z.union([
    z.object({ formId: z.string(), release: z.int(), since: z.string() }),
    z.object({ recalculationId: z.uuid() }),
  ]),
} satisfies RunName<unknown>;

/** Whether records that are there already hold other values than they would be given now. */
export function asksForRecalculation(before: FormDefinition | null, after: FormDefinition): boolean {
  if (!before) return false;
  return (
    differ(before.fields, after.fields) ||
    after.tables.some((table) => differ(before.tables.find(({ id }) => id === table.id)?.fields ?? [], table.fields))
  );
}

function differ(before: readonly Field[], after: readonly Field[]): boolean {
  return after.some((field) => {
    if (
      newlyReplaced(
        before.find(({ id }) => id === field.id),
        field,
      ).length > 0
    )
      return true;
    // numbers that were drawn stay as they are
    if (!isComputed(field) || field.type === 'autoNumber') return false;
    const old = before.find(({ id }) => id === field.id);
    return JSON.stringify([old?.type, meaningOf(old)]) !== JSON.stringify([field.type, meaningOf(field)]);
  });
}

/** Options that others take the place of with this release. */
export function newlyReplaced(before: Field | undefined, after: Field): { option: string; by: string }[] {
  const earlier = before ? replacedOptions(before) : new Map<string, string>();
  return [...replacedOptions(after)]
    .filter(([option, by]) => earlier.get(option) !== by)
    .map(([option, by]) => ({ option, by }));
}

/** Settings without those of looks. */
function meaningOf(field: Field | undefined): unknown {
  if (!field) return undefined;
  const { thousands: _, unit: __, source: ___, ...meaning } = field.config as Record<string, unknown>;
  return Object.entries(meaning).sort(([a], [b]) => (a < b ? -1 : 1));
}
