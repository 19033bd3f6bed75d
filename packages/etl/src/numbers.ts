import type { ValueType } from '@formwork/contract/etl/columns.ts';
import { castText } from './sql.ts';

export function isNumeric(type: ValueType): boolean {
  return type === 'integer' || type === 'decimal' || type === 'double';
}

/**
 * A number as people write it: commas or spaces stand between thousands, a point before the decimals. Any other comma (`12,5`) is none of
 * these, and the value no number: taken out it would make another one of it.
 */
export function numberFrom(value: string, to: string): string {
  const text = `trim(${value})`;
  // a cast to whole numbers would round
  const plain = to === 'BIGINT' ? `regexp_full_match(${text}, '[-+]?[0-9]+(\\.0*)?')` : `${text} <> ''`;
  const grouped = `[-+]?[0-9]{1,3}([, ][0-9]{3})+(\\.${to === 'BIGINT' ? '0*' : '[0-9]+'})?`;
  return `case when regexp_full_match(${text}, '${grouped}') then ${castText(`replace(replace(${text}, ',', ''), ' ', '')`, to)}
      when ${plain} and not contains(${text}, ',') then ${castText(text, to)} end`;
}
