import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { fieldUi } from './fields.ts';
import { measured } from './text-width.ts';

/** Of a column nobody has set a width for, in pixels: what its settings make of a usual value is shown in full. */
export function columnWidth(field: Field, locale: string): number {
  const { width } = fieldUi(field.type);
  const usual = usualValues[field.type]?.(field.config as Config);
  return usual === undefined
    ? width
    : Math.max(
        width,
        padding + measured(fieldTypeSpec(field.type).toText(usual, field.config, { locale, timeZone: timeZone() })),
      );
}

interface Config {
  min?: number;
  max?: number;
  result?: string;
  precision?: string;
  function?: string;
}

const instant = '2026-12-28T12:58:58.000Z';
const day = (precision: string | undefined): string => (precision === 'day' ? '2026-12-28' : instant);
const number = ({ min = 0, max = 1_234_567_890 }: Config): FieldValue =>
  String(min).length > String(max).length ? min : max;
const usualValues: Partial<Record<FieldType, (config: Config) => FieldValue | undefined>> = {
  number,
  money: (config) => number({ max: 12_345_678, ...config }),
  percent: (config) => number({ max: 100, ...config }),
  rollup: (config) => (config.result !== undefined || config.function === 'list' ? undefined : number({})),
  formula: ({ result }) =>
    result === 'number' ? number({}) : result === 'date' ? '2026-12-28' : result === 'dateTime' ? instant : undefined,
  date: () => '2026-12-28',
  dateTime: () => instant,
  dateRange: ({ precision }) => ({ start: day(precision), end: day(precision) }),
  timeSlot: () => [instant, '2026-12-28T15:58:58.000Z'],
};

/** Of a cell, at both sides. */
const padding = 34;
