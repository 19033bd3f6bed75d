import type { DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import type { DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { nameOfSource, renamedSource } from '../source-reference.ts';

/** The fields that a filter of a dashboard or screen is of. */
export function filterReferences({ id, form, field, same = [] }: DashboardFilter): DefinitionReference[] {
  return [{ form, field }, ...same]
    .filter((one) => !one.field.startsWith('_'))
    .map((one) => ({ part: id, to: { ...nameOfSource(one.form), part: one.field }, how: 'warn' }));
}

export function renamedFilter<F extends Omit<DashboardFilter, 'id'>>(filter: F, ids: ReadonlyMap<string, string>): F {
  return {
    ...filter,
    form: renamedSource(filter.form, ids),
    ...(filter.same && { same: filter.same.map((one) => ({ ...one, form: renamedSource(one.form, ids) })) }),
  };
}
