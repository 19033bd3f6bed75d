import type { SetParameter } from '@formwork/contract/analytics/dataset.ts';
import { withNamedValues } from '@formwork/etl/named-values.ts';
import type { Dialect } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { dayValue, hasEscapes, numberValue, textValue } from '../../etl/public.ts';

/** The statement with its parameters as values; what stands in texts, names and comments is left alone. */
export function withParameters(
  sql: string,
  parameters: readonly SetParameter[],
  { dialect, today }: { dialect: Dialect | undefined; today: string },
): string {
  const values = new Map(parameters.map((one) => [one.name.toLowerCase(), literalOf(one, dialect, today)]));
  return withNamedValues(sql, hasEscapes(dialect), (name) => {
    const value = values.get(name.toLowerCase());
    if (value === undefined) throw new AppError('analytics.set.no_parameter', { name });
    return value;
  });
}

/** Whether a day that a statement is set to is another than it was on `then`. */
export function haveMovedOn(parameters: readonly SetParameter[], then: string, today: string): boolean {
  return parameters.some(
    ({ kind, moment }) => kind === 'date' && moment !== null && dayOf(moment, then) !== dayOf(moment, today),
  );
}

function literalOf({ name, kind, value, moment }: SetParameter, dialect: Dialect | undefined, today: string): string {
  if (kind === 'number') {
    if (!/^-?\d{1,30}(\.\d{1,30})?$/.test(value.trim())) throw new AppError('analytics.set.bad_parameter', { name });
    return numberValue(value.trim());
  }
  if (kind === 'date') {
    const day = moment ? dayOf(moment, today) : value.trim();
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new AppError('analytics.set.bad_parameter', { name });
    return dayValue(day, dialect);
  }
  return textValue(value, dialect);
}

function dayOf(moment: NonNullable<SetParameter['moment']>, today: string): string {
  const [year = '', month = ''] = today.split('-');
  const quarter = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0');
  return {
    today,
    monthStart: `${year}-${month}-01`,
    quarterStart: `${year}-${quarter}-01`,
    yearStart: `${year}-01-01`,
  }[moment];
}
