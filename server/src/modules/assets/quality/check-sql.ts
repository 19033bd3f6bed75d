import type { QualityCheck } from '@formwork/contract/assets/quality.ts';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { feelToSql } from '@formwork/etl/feel-sql.ts';
import { invalid } from '../../../platform/errors.ts';
import { doubleQuoted, rawName, textQuoted } from '../../etl/public.ts';

/** The view of the rows that are checked, and that of what they refer to. */
export const checkedView = 'checked';
export const otherView = 'other';

const numbers: ReadonlySet<ValueType> = new Set(['integer', 'decimal', 'double']);
/** Of columns that can tell how old something is. */
export const momentTypes: ReadonlySet<ValueType> = new Set(['date', 'timestamp', 'timestamptz']);

/**
 * A condition that a row fails, as SQL of the engine; undefined of checks that look at all rows together. Refused where a column is
 * not there or of another kind, and where an expression cannot be read.
 */
export function failingSql(check: QualityCheck, columns: readonly DataColumn[]): string | undefined {
  switch (check.kind) {
    case 'filled': {
      const { raw } = columnOf(check.column, columns);
      return `(${raw} is null or trim(${raw}) = '')`;
    }
    case 'unique': {
      const raws = check.columns.map((name, at) => columnOf(name, columns, `check.columns.${at}`).raw);
      return `(${raws.map((raw) => `${raw} is not null`).join(' and ')} and count(*) over (partition by ${raws.join(', ')}) > 1)`;
    }
    case 'range': {
      const { raw, value } = columnOf(check.column, columns, 'check.column', [...numbers, ...momentTypes]);
      const within = [
        ...(check.least === null ? [] : [`${value} >= ${textQuoted(check.least)}`]),
        ...(check.most === null ? [] : [`${value} <= ${textQuoted(check.most)}`]),
      ];
      return `(${raw} is not null and not coalesce(${within.join(' and ')}, false))`;
    }
    case 'list': {
      const { raw } = columnOf(check.column, columns);
      return `(${raw} is not null and ${raw} not in (${check.values.map(textQuoted).join(', ')}))`;
    }
    case 'pattern': {
      const { raw } = columnOf(check.column, columns);
      return `(${raw} is not null and not regexp_full_match(${raw}, ${textQuoted(check.pattern)}))`;
    }
    case 'expression': {
      const written = feelToSql(check.expression, columns);
      if (!('sql' in written) || written.type !== 'boolean')
        throw invalid('assets.rule.expression_wrong', [
          {
            path: 'check.expression',
            code: 'assets.rule.expression_wrong',
            data: { part: 'part' in written ? written.part : check.expression.slice(0, 40) },
          },
        ]);
      return `(not coalesce(${written.sql}, false))`;
    }
    case 'reference': {
      const { raw } = columnOf(check.column, columns);
      return `(${raw} is not null and ${raw} not in (select ${doubleQuoted(rawName(check.otherColumn))} from ${otherView} where ${doubleQuoted(rawName(check.otherColumn))} is not null))`;
    }
    case 'fresh':
      columnOf(check.column, columns, 'check.column', [...momentTypes]);
      return undefined;
    case 'drift':
      columnOf(check.column, columns, 'check.column', [...numbers]);
      return undefined;
    case 'volume':
      return undefined;
  }
}

/** Both ends of a range are of the column's kind. */
export function boundsSql(check: QualityCheck, columns: readonly DataColumn[]): string | undefined {
  if (check.kind !== 'range') return undefined;
  const type = columns.find(({ name }) => name === check.column)?.type;
  const cast = type === 'date' ? 'DATE' : numbers.has(type!) ? 'DECIMAL(38,10)' : 'TIMESTAMPTZ';
  const given = [check.least, check.most].map((end) =>
    end === null ? 'true' : `try_cast(${textQuoted(end)} as ${cast}) is not null`,
  );
  return `select ${given.join(', ')}`;
}

function columnOf(
  name: string,
  columns: readonly DataColumn[],
  path = 'check.column',
  types?: readonly ValueType[],
): { raw: string; value: string } {
  const column = columns.find((one) => one.name === name);
  if (!column) throw invalid('assets.rule.column_gone', [{ path, code: 'assets.rule.column_gone' }], { column: name });
  if (types && !types.includes(column.type))
    throw invalid('assets.rule.column_fits_not', [{ path, code: 'assets.rule.column_fits_not' }]);
  return { raw: doubleQuoted(rawName(name)), value: doubleQuoted(name) };
}
