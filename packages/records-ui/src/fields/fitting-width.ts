import { fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type FieldValue } from '@formwork/contract/forms/values/value.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { measured } from './text-width.ts';

interface Row {
  values: Readonly<Record<string, unknown>>;
}

/** Rows that are looked at: what comes later moves nothing. */
const sampled = 60;
/** Of a cell at both sides, and a line between. */
const cellPadding = 25;
const titlePadding = 26;

/** As wide as the first rows need it, and the title on two lines; worked out once for a list. `id` is where rows keep the value. */
export function fittingWidth(
  field: Field,
  id: string,
  rows: readonly Row[],
  title: string,
  locale: string,
  first: boolean,
): number {
  const { least, most } = boundsOf(field.type);
  const content = fixedWidth(field, id, rows) ?? usualWidth(field, id, rows, locale);
  const floor = first ? (isWordy(field.type) ? 128 : 88) : least;
  return Math.round(
    Math.min(first ? 260 : most, Math.max(floor, content + cellPadding, titleWidth(title) + titlePadding)),
  );
}

/** Wide enough for nineteen of twenty values: one long one may be cut. */
function usualWidth(field: Field, id: string, rows: readonly Row[], locale: string): number {
  const spec = fieldTypeSpec(field.type);
  const widths = rows.slice(0, sampled).flatMap(({ values }) => {
    const value = values[id] as FieldValue;
    if (value === null || value === undefined || isEmptyValue(value)) return [];
    const text = spec.toText(value, field.config, { locale, timeZone: timeZone() });
    return [measured(text.slice(0, 80)) + besideText(field.type, Array.isArray(value) ? value.length : 1)];
  });
  widths.sort((a, b) => a - b);
  return widths[Math.floor((widths.length - 1) * 0.95)] ?? 0;
}

/** The narrowest way to part a title into two lines of 12 px: between words, or Chinese signs anywhere. */
function titleWidth(title: string): number {
  const scale = 12 / 14;
  const whole = measured(title) * scale;
  if (whole <= 72) return whole;
  const words = title.split(/(?<=[\s/])|(?<=[⺀-￿])/);
  const parted = words.slice(1).map((_word, at) => {
    const lines = [words.slice(0, at + 1), words.slice(at + 1)].map((line) => measured(line.join('').trim()));
    return Math.max(...lines) * scale;
  });
  return Math.min(whole, ...parted);
}

const chosenTypes: ReadonlySet<FieldType> = new Set(['singleSelect', 'radio', 'multiSelect', 'checkbox']);
const wordyTypes: ReadonlySet<FieldType> = new Set(['text', 'longText', 'richText', 'concatenation', 'address']);

function isWordy(type: FieldType): boolean {
  return type === 'text' || type === 'longText' || type === 'concatenation';
}

/** What stands around the words: tags have sides, files the badge of their kind. */
function besideText(type: FieldType, parts: number): number {
  if (chosenTypes.has(type)) return parts * 14 + (parts - 1) * -6;
  return type === 'attachment' ? 36 : 0;
}

function boundsOf(type: FieldType): { least: number; most: number } {
  if (chosenTypes.has(type)) return { least: 72, most: 260 };
  if (wordyTypes.has(type)) return { least: 88, most: 280 };
  if (type === 'attachment') return { least: 120, most: 220 };
  return { least: 72, most: 240 };
}

/** What is drawn, not written. */
function fixedWidth(field: Field, id: string, rows: readonly Row[]): number | undefined {
  const longest = (most: number) => {
    const lengths = rows.slice(0, sampled).map(({ values }) => (Array.isArray(values[id]) ? values[id].length : 1));
    return Math.min(most, Math.max(1, ...lengths));
  };
  switch (field.type) {
    case 'member':
      return longest(5) > 1 ? Math.max(92, longest(5) * 17 + 22) : 100;
    case 'rating':
      return field.config.max * 15 + 4;
    case 'switch':
      return field.config.on || field.config.off ? undefined : 40;
    case 'slider':
      return 112;
    case 'percent':
      return field.config.max !== undefined && field.config.max <= 100 ? 104 : undefined;
    case 'image':
    case 'signature':
      return longest(4) * 30 + 4;
    case 'colour':
      return 76;
    case 'department':
    case 'post':
    case 'role':
    case 'relation':
      return 130;
    default:
      return undefined;
  }
}
