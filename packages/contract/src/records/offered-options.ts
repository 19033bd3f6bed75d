import type { Field } from '../forms/field.ts';
import { isEmptyValue, type Values } from '../forms/values/value.ts';

/** The options of a field, where its type has any. */
export function optionIds(field: Pick<Field, 'config'>): readonly string[] | undefined {
  const { options } = field.config as { options?: { id: string }[] };
  return options?.map(({ id }) => id);
}

/** What the choice in another field leaves of the options; undefined where no field is linked. In a row its own fields come first. */
export function offeredByLink(
  { optionsBy }: Pick<Field, 'optionsBy'>,
  record: Values,
  row: Values | undefined,
): ReadonlySet<string> | undefined {
  if (!optionsBy) return undefined;
  const { field, offers } = optionsBy;
  const chosen = row && field in row ? row[field] : record[field];
  const ids = isEmptyValue(chosen) ? [] : Array.isArray(chosen) ? chosen : [chosen];
  return new Set(ids.flatMap((id) => offers[String(id)] ?? []));
}

/** The field with what is offered now; what stands there stays to be seen. */
export function withOffered<F extends Field>(field: F, offered: ReadonlySet<string> | undefined, value: unknown): F {
  const { options } = field.config as { options?: { id: string }[] };
  if (!offered || !options) return field;
  const chosen = new Set(Array.isArray(value) ? value.map(String) : [String(value)]);
  return {
    ...field,
    config: { ...field.config, options: options.filter(({ id }) => offered.has(id) || chosen.has(id)) },
  };
}

/** Whether everything that is chosen is offered. */
export function areOffered(value: unknown, offered: ReadonlySet<string>): boolean {
  return (Array.isArray(value) ? value : [value]).every((id) => offered.has(String(id)));
}
