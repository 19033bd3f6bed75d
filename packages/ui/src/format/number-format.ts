export interface NumberStyle {
  /** Exactly this many decimals; without it as many as there are. */
  decimals?: number;
  /** Thousands separators; on unless told. */
  grouped?: boolean;
  unit?: string;
  percent?: boolean;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Takes decimal strings too and keeps every digit of them: amounts are not floats. */
export function formatNumber(
  value: number | string | null | undefined,
  locale: string,
  style: NumberStyle = {},
): string {
  if (value === null || value === undefined || value === '' || Number.isNaN(Number(value))) return '';
  const format = cached(locale, {
    useGrouping: style.grouped ?? true,
    style: style.percent ? 'percent' : 'decimal',
    minimumFractionDigits: style.decimals ?? 0,
    maximumFractionDigits: style.decimals ?? 20,
  });
  // Intl formats decimal strings exactly; TypeScript knows this as StringNumericLiteral only
  const text = format.format(value as number);
  return style.unit ? `${text} ${style.unit}` : text;
}

/** For axes and labels: thousands separators, at most three significant decimals. */
export function formatShort(value: number, locale: string): string {
  const whole = Math.trunc(Math.abs(value));
  return cached(locale, {
    maximumFractionDigits: whole === 0 ? 6 : 3,
    ...(whole === 0 && { maximumSignificantDigits: 3 }),
  }).format(value);
}

export function formatBytes(bytes: number, locale: string): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  return `${cached(locale, { maximumFractionDigits: power > 1 ? 1 : 0 }).format(bytes / 1024 ** power)} ${units[power]}`;
}

function cached(locale: string, options: Intl.NumberFormatOptions) {
  const key = locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}
