import { AppError, conflict, invalid } from '../../../platform/errors.ts';
import type { FormPlan } from '../plan/plan.ts';

/** The refusal for a value that must occur once and for a time that is taken; any other error as it is. */
export function takenValue(plan: FormPlan, error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23P01') {
    const booking = plan.bookings.find((one) => one.constraint === constraint);
    return booking
      ? invalid('records.record.slot_taken', [{ path: booking.field.id, code: 'records.value.slot_taken' }])
      : error;
  }
  const match =
    code === '23505' ? /^f_([a-z0-9]+)_([a-z0-9]+)(?:_[a-z0-9]{2,})?(?:_[a-z])?_key$/.exec(constraint ?? '') : null;
  if (match?.[1] !== plan.form.formId) return error;
  const path = match[2] ?? '';
  return invalid('records.record.value_taken', [
    { path, code: plan.counters.some(({ id }) => id === path) ? 'records.value.number_taken' : 'records.value.taken' },
  ]);
}

/** The same where a record of another form follows the one that is saved, and would hold what another holds there. */
export function takenElsewhere(plan: FormPlan, error: unknown): unknown {
  const refusal = takenValue(plan, error);
  if (!(refusal instanceof AppError) || (refusal === error && refusal.code !== 'records.record.value_taken'))
    return error;
  const [table = '', , id] = (refusal.fields?.[0]?.path ?? '').split('.');
  const field =
    id === undefined
      ? plan.byId.get(table)?.field
      : plan.slaves.find((slave) => slave.id === table)?.columns.find((column) => column.id === id)?.field;
  return conflict('records.record.value_taken_elsewhere', {
    form: plan.form.definition.title.zh,
    field: field?.title.zh ?? '',
  });
}
