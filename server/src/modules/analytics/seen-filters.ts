import type { DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import type { Screen } from '@formwork/contract/analytics/screen.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { chartSource } from './result.ts';

/** Filters of fields that the caller sees: of others neither field nor title is told. */
export async function seenFilters<F extends Omit<DashboardFilter, 'id'>>(
  ctx: Ctx,
  filters: readonly F[],
): Promise<F[]> {
  const forms = [...new Set(filters.flatMap(({ form, same = [] }) => [form, ...same.map((one) => one.form)]))];
  const fields = new Map(await Promise.all(forms.map(async (form) => [form, await fieldsSeen(ctx, form)] as const)));
  const isSeen = ({ form, field }: { form: string; field: string }) => fields.get(form)!.has(field);
  return filters
    .filter(isSeen)
    .map((filter) => ({ ...filter, ...(filter.same && { same: filter.same.filter(isSeen) }) }));
}

/** The screen without the filters of fields that the caller does not see. */
export async function seenScreen(ctx: Ctx, screen: Screen): Promise<Screen> {
  const elements = await Promise.all(
    screen.elements.map(async (element) => {
      if (element.is !== 'filter' || element.filter === null) return [element];
      const [filter] = await seenFilters(ctx, [element.filter]);
      return filter ? [{ ...element, filter }] : [];
    }),
  );
  return { ...screen, elements: elements.flat() };
}

async function fieldsSeen(ctx: Ctx, form: string): Promise<ReadonlySet<string>> {
  try {
    return new Set((await chartSource(ctx, form)).fields.map(({ id }) => id));
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return new Set();
    throw error;
  }
}
