import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { columnName, tableName } from '../schema/column-types.ts';
import { quoted } from '../schema/table-plan.ts';
import { dictionaryOf, ownOptions } from './taken-away.ts';

/** Options that a release would take away while records hold them: they are retired, or others take their place. */
export async function heldOptions(
  platform: Platform,
  spaceId: string,
  formId: string,
  before: FormDefinition | null,
  after: FormDefinition,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const table of [undefined, ...after.tables.map(({ id }) => id)]) {
    for (const field of fieldsOf(after, table)) {
      const old = fieldsOf(before, table).find(({ id }) => id === field.id);
      if (
        !old ||
        !('options' in field.config) ||
        fieldKind(old) !== fieldKind(field) ||
        dictionaryOf(field) !== undefined
      )
        continue;
      const left = new Set(ownOptions(field).map(({ id }) => id));
      const gone = ownOptions(old).filter(({ id }) => !left.has(id));
      const held =
        gone.length === 0
          ? new Map<string, number>()
          : await rowsHolding(
              { platform, spaceId },
              `${spaceSchema(spaceId)}.${quoted(tableName(formId, table))}`,
              old,
              gone.map(({ id }) => id),
            );
      for (const { id, label } of gone) {
        const rows = held.get(id) ?? 0;
        if (rows > 0)
          problems.push({
            code: 'forms.problem.option_held',
            level: 'error',
            table,
            field: field.id,
            data: { option: label.zh, optionEn: label.en ?? label.zh, rows },
          });
      }
    }
  }
  return problems;
}

/** How many rows hold each of these options. */
export async function rowsHolding(
  { platform }: { platform: Platform; spaceId: string },
  table: string,
  field: Field,
  options: readonly string[],
): Promise<Map<string, number>> {
  const column = quoted(columnName(field));
  const list = fieldKind(field) === 'options';
  const from = list
    ? `(select unnest(${column}) as option from ${table} where ${column} && $1::text[]) held`
    : `(select ${column} as option from ${table} where ${column} = any($1::text[])) held`;
  const { rows } = await spaceQuery<{ option: string; count: string }>(platform, {
    text: `select option, count(*) from ${from} where option = any($1::text[]) group by option`,
    values: [[...options]],
  });
  return new Map(rows.map(({ option, count }) => [option, Number(count)]));
}

function fieldsOf(definition: FormDefinition | null, table: string | undefined): readonly Field[] {
  return (table === undefined ? definition?.fields : definition?.tables.find(({ id }) => id === table)?.fields) ?? [];
}
