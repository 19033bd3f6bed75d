import {
  isAll,
  isRows,
  type Comparison,
  type Condition,
  type RowsComparison,
} from '@formwork/contract/condition/condition.ts';
import { operators, operatorsFor, type Operator } from '@formwork/contract/condition/operators.ts';
import { endText } from '@formwork/contract/forms/field-types/date-range.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { FieldValue, ValueKind } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { ConditionFields } from './condition-fields.ts';
import { childrenOf, isGroup } from './edit.ts';

export interface Wording {
  t: Translate;
  locale: string;
  /** Names of people and departments. */
  nameOf: (id: string) => string | undefined;
}

/** A field that a condition compares, with the values that have names: those of rows of tables and relations as well. */
export interface AskedField {
  field: Field;
  ids: string[];
}

export function askedFields(condition: Condition, fields: ConditionFields): AskedField[] {
  if (isGroup(condition)) return childrenOf(condition).flatMap((part) => askedFields(part, fields));
  if (isRows(condition)) {
    const source = fields.rows?.find(({ id }) => id === condition.rows);
    return source && condition.where ? askedFields(condition.where, source.fields) : [];
  }
  const field = fields.byId.get(condition.field);
  return field && Array.isArray(condition.value) ? [{ field, ids: condition.value.map(String) }] : [];
}

/** The whole condition as one sentence. */
export function conditionText(condition: Condition, fields: ConditionFields, words: Wording, nested = false): string {
  if (isRows(condition)) return `${rowsTitle(condition, fields, words)} ${rowsText(condition, fields, words)}`;
  if (!isGroup(condition))
    return [fieldTitle(condition.field, fields, words), comparisonText(condition, fields, words)].join(' ');
  const parts = childrenOf(condition).map((part) => conditionText(part, fields, words, true));
  const text = parts.join(` ${words.t(isAll(condition) ? 'records.condition.and' : 'records.condition.or')} `);
  return nested && parts.length > 1 ? `(${text})` : text;
}

/** "Parts, sum of price" */
export function rowsTitle({ rows, fn, field }: RowsComparison, fields: ConditionFields, words: Wording): string {
  const source = fields.rows?.find(({ id }) => id === rows);
  if (!source) return words.t('records.condition.gone_field');
  const title = textIn(source.title, words.locale);
  return fn === 'count'
    ? title
    : words.t('records.condition.rows_of', {
        rows: title,
        fn: words.t(`records.condition.fn.${fn}`),
        field: fieldTitle(field ?? '', source.fields, words),
      });
}

/** "are at least 2, where price is more than 5" */
export function rowsText(
  { rows, fn, where, operator, value }: RowsComparison,
  fields: ConditionFields,
  words: Wording,
): string {
  const source = fields.rows?.find(({ id }) => id === rows);
  const compared =
    fn === 'count' && operator === 'gt' && Number(value) === 0
      ? words.t('records.condition.rows_some')
      : fn === 'count' && operator === 'eq' && Number(value) === 0
        ? words.t('records.condition.rows_none')
        : comparisonText({ field: '', operator, value }, fields, words);
  return where && source
    ? `${compared} ${words.t('records.condition.rows_where', { where: conditionText(where, source.fields, words, true) })}`
    : compared;
}

export function fieldTitle(id: string, fields: ConditionFields, { t, locale }: Pick<Wording, 't' | 'locale'>): string {
  const field = fields.byId.get(id);
  return field ? textIn(field.title, locale) : t('records.condition.gone_field');
}

/** What is said of the field: `is 1`, `contains M`. */
export function comparisonText(
  { field: id, operator, value }: Comparison,
  fields: ConditionFields,
  words: Wording,
): string {
  const field = fields.byId.get(id);
  const kind = field && fieldKind(field);
  const name = words.t(operatorKey(operator, kind), operators[operator] === 'days' ? { count: Number(value) } : {});
  if (operators[operator] === 'none' || operators[operator] === 'days') return name;
  if (operator === 'near' && Array.isArray(value))
    return words.t('records.operator.near_text', {
      lat: String(value[0]),
      lon: String(value[1]),
      km: String(value[2]),
    });
  if (operator === 'inBox' && Array.isArray(value))
    return `${name} ${value.slice(0, 2).join(', ')} – ${value.slice(2).join(', ')}`;
  const values = (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((one) =>
    operandText(one, field, words),
  );
  const joined =
    operators[operator] === 'range'
      ? values.join(words.locale === 'zh-CN' ? ' 至 ' : ' – ')
      : values.join(words.locale === 'zh-CN' ? '、' : ', ');
  return `${name} ${joined}`;
}

/** On and off say all there is to say about a switch. */
export function offeredOperators(kind: ValueKind): readonly Operator[] {
  return operatorsFor(kind).filter((operator) => kind !== 'boolean' || (operator !== 'eq' && operator !== 'ne'));
}

const temporalNames: ReadonlySet<string> = new Set(['eq', 'gt', 'gte', 'lt', 'lte']);

/** A day is before or after, a number is smaller or larger, and a time that lasts touches a day. */
export function operatorKey(operator: Operator, kind: ValueKind | undefined): string {
  if ((kind === 'date' || kind === 'dateTime' || kind === 'time' || kind === 'slot') && temporalNames.has(operator))
    return `records.operator.${operator}.time`;
  if (
    (kind === 'dateRange' || kind === 'dateTimeRange') &&
    operator !== 'isEmpty' &&
    operator !== 'notEmpty' &&
    operator !== 'overlaps'
  )
    return `records.operator.${operator}.range`;
  if (kind === 'reading' && (operator === 'hasAny' || operator === 'hasNone'))
    return `records.operator.${operator}.device`;
  return `records.operator.${operator}`;
}

const named: ReadonlySet<ValueKind> = new Set<ValueKind>(['people', 'departments', 'posts', 'roles', 'records']);

/** One operand in the words of the field: the label of an option, the name of a person, a date as the field writes it. */
export function operandText(
  value: string | number | boolean,
  asked: Field | undefined,
  { locale, nameOf }: Wording,
): string {
  if (!asked) return String(value);
  // a lookup speaks as what it looks up
  const field = sourceField(asked);
  const spec = fieldTypeSpec(field.type);
  const kind = fieldKind(field);
  const shown: FieldValue =
    kind === 'options' ? [String(value)] : kind === 'boolean' ? value === true || value === 'true' : value;
  if (named.has(kind)) return nameOf(String(value)) ?? '…';
  if (kind === 'address') return nameOf(String(value)) ?? String(value);
  if (kind === 'text' || kind === 'number' || kind === 'html' || kind === 'place' || kind === 'json')
    return String(value);
  // of a reading devices are asked by their ids, all else by words and figures
  if (kind === 'reading') return /^[0-9a-f]{8}-/.test(String(value)) ? (nameOf(String(value)) ?? '…') : String(value);
  if (kind === 'slot') return wallText(String(value), timeZone()).slice(0, 16);
  try {
    if (field.type === 'dateRange') return endText(String(value), field.config, { locale, timeZone: timeZone() });
    return spec.toText(shown, field.config, { locale, timeZone: timeZone(), nameOf });
  } catch {
    // a filter out of an old address may hold anything
    return String(value);
  }
}
