import { z } from 'zod';
import { wallText } from '../values/dates.ts';
import type { FieldValue, ValueKind } from '../values/value.ts';
import { formatDecimal } from './number.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const rollupFunctions = ['sum', 'count', 'avg', 'min', 'max', 'list'] as const;
export type RollupFunction = (typeof rollupFunctions)[number];

export const rollupResults = ['number', 'date', 'dateTime', 'time'] as const;

export const RollupConfig = z.object({
  /** Id of the slave table; blank in a field just added, reported as a problem until chosen, and over related records. */
  table: z.string(),
  /** Over the records that a relation of this form names: its id. */
  relation: z.string().max(41).optional(),
  /** Over the records of another form that name this one: the form's id, and its relation in `via` (`field`, or `table.field` in a slave table, whose rows are then counted). */
  form: z.string().max(24).optional(),
  via: z.string().max(83).optional(),
  /** Id of a field in it; `count` needs none. */
  field: z.string().optional(),
  function: z.enum(rollupFunctions),
  /** What the smallest and largest are, when they are no numbers. */
  result: z.enum(rollupResults).optional(),
  decimals: z.int().min(0).max(10).optional(),
  thousands: z.boolean().optional(),
  unit: z.string().max(20).optional(),
});
export type RollupConfig = z.infer<typeof RollupConfig>;

export const rollup: FieldTypeSpec<RollupConfig> = {
  version: 1,
  config: RollupConfig,
  initial: { table: '', function: 'sum' },
  kind: (config) =>
    config.function === 'list'
      ? 'text'
      : config.function === 'min' || config.function === 'max'
        ? (config.result ?? 'number')
        : 'number',
  canBeUnique: 'words',
  computed: true,
  parse: () => fail('records.value.computed'),
  toText: (value: FieldValue, config, options) => {
    const kind = rollup.kind(config);
    if (kind === 'dateTime') return wallText(String(value), options.timeZone);
    if (kind !== 'number') return String(value);
    const shown = formatDecimal(value as number | string, config, options);
    return config.unit ? `${shown} ${config.unit}` : shown;
  },
};

/** Whether a function can be had of values of this kind. */
export function rollupFits(config: RollupConfig, kind: ValueKind): boolean {
  if (config.function === 'count') return true;
  if (config.function === 'list') return listed.has(kind);
  return kind === (config.function === 'min' || config.function === 'max' ? (config.result ?? 'number') : 'number');
}

const listed: ReadonlySet<ValueKind> = new Set<ValueKind>(['text', 'number', 'date', 'dateTime', 'time', 'option']);

/** Whether it looks at records beyond its own. */
export function isOverRelated(config: RollupConfig): boolean {
  return (config.relation ?? '') !== '' || (config.form ?? '') !== '';
}
