import { invalid } from '../../platform/errors.ts';
import type { FormPlan } from './plan.ts';

/** The refusal for a value that must occur once; any other error as it is. */
export function takenValue(plan: FormPlan, error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const match = code === '23505' ? /^f_([a-z0-9]+)_([a-z0-9]+)_key$/.exec(constraint ?? '') : null;
  if (match?.[1] !== plan.form.formId) return error;
  return invalid('records.record.value_taken', [{ path: match[2] ?? '', code: 'records.value.taken' }]);
}
