import type { NumberFormat } from '@formwork/contract/analytics/chart.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Every digit that there is; takes decimal texts, which are not rounded on their way. */
export function fullNumber(value: number | string | null, locale: string, format: NumberFormat = {}): string {
  if (value === null || value === '' || !Number.isFinite(Number(value))) return '';
  if (format.as === 'short') return shortNumber(Number(value), locale, format);
  const text = intl(locale, {
    style: format.as === 'percent' ? 'percent' : 'decimal',
    minimumFractionDigits: format.decimals ?? 0,
    maximumFractionDigits: format.decimals ?? (format.as === 'percent' ? 2 : 10),
    // TypeScript knows decimal texts as StringNumericLiteral only
  }).format(value as number);
  return withUnit(text, format);
}

const threeDigits: Intl.NumberFormatOptions = {
  maximumSignificantDigits: 3,
  // what is whole stays so: 4426 is not 4430, nor the year 2026 the year 2030
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
};

/** From here on thousands and ten thousands have a word or a letter. */
const shortFrom = 10_000;

/** Three digits, and all of a whole number: 1.23万, 12.3K, 4426. For labels and wherever room is short. */
export function shortNumber(value: number, locale: string, format: NumberFormat = {}): string {
  if (Math.abs(value) >= shortFrom || format.as === 'percent') return tickNumber(value, locale, format);
  if (!Number.isFinite(value)) return '';
  return withUnit(intl(locale, { ...threeDigits, useGrouping: 'min2' }).format(value), format);
}

/** As short as the language has it: 5K beside 10K. For axes, whose numbers stand beside each other. */
export function tickNumber(value: number, locale: string, format: NumberFormat = {}): string {
  if (!Number.isFinite(value)) return '';
  if (format.as === 'percent')
    return intl(locale, { style: 'percent', maximumFractionDigits: format.decimals ?? 1 }).format(value);
  return withUnit(intl(locale, { ...threeDigits, notation: 'compact' }).format(value), format);
}

/** A figure that stands by itself has room: as many digits as its author said, a count of people or runs whole, all else short. */
export function ownNumber(value: number, locale: string, format: NumberFormat = {}): string {
  const isCount = Number.isInteger(value) && Math.abs(value) < 100_000 && format.as !== 'percent';
  return (format.decimals !== undefined || isCount) && format.as !== 'short'
    ? fullNumber(value, locale, format)
    : shortNumber(value, locale, format);
}

/** A share of the whole, as 12.5 %. */
export function shareText(share: number, locale: string): string {
  return Number.isFinite(share) ? intl(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share) : '';
}

function withUnit(text: string, { unit }: NumberFormat): string {
  return unit ? `${text} ${unit}` : text;
}

function intl(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}
