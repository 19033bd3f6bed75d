import type { FormDefinition } from '../forms/definition.ts';
import { isEmptyValue, type Values } from '../forms/values/value.ts';
import type { CompiledExpression } from './expressions.ts';
import type { WorkingRecord } from './logic.ts';

/** What an expression reads that is empty, by field or `table.field`. */
export function missingOf(
  { reads }: CompiledExpression,
  { values, slaves }: WorkingRecord,
  row: Values | undefined,
): string[] {
  return reads.filter((path) => {
    const [name = '', field] = path.split('.');
    if (row && Object.hasOwn(row, name)) return isEmptyValue(row[name]);
    if (field !== undefined) return slaves[name]?.some((one) => isEmptyValue(one.values[field])) === true;
    return Object.hasOwn(values, name) && isEmptyValue(values[name]);
  });
}

/** Pages put them into the language of the person. */
export function namesOf(definition: FormDefinition, paths: readonly string[], table: string | undefined) {
  const own = (path: string) =>
    definition.tables.find(({ id }) => id === table)?.fields.find(({ id }) => id === path)?.title.zh;
  return {
    missing: paths.join(' '),
    names: paths.map((path) => own(path) ?? titleOf(definition, path.slice(path.indexOf('.') + 1))).join('、'),
  };
}

/** Pages put it into the language of the person. */
export function titleOf(definition: FormDefinition, id: string): string {
  return (
    [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)].find((field) => field.id === id)?.title
      .zh ?? id
  );
}
