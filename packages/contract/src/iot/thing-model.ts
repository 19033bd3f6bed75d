import { z } from 'zod';
import { Title } from '../text.ts';

/** How a device names a point when it reports. */
export const PointKey = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);
export const pointTypes = ['number', 'integer', 'boolean', 'text'] as const;
export type PointType = (typeof pointTypes)[number];

export const mostPoints = 200;
/** Of a reported text. */
const longestReading = 200;
/** Beyond fifteen digits a double rounds. */
const largest = 999_999_999_999_999;

const Bound = z.number().min(-largest).max(largest);

/** One thing a device measures or tells. */
export const Point = z.object({
  key: PointKey,
  title: Title.refine((title) => title.zh.length <= 50 && (title.en?.length ?? 0) <= 50, 'too_long'),
  type: z.enum(pointTypes),
  unit: z.string().trim().max(20).default(''),
  min: Bound.nullable().default(null),
  max: Bound.nullable().default(null),
  /** Of numbers: what is reported is rounded to so many places; null keeps what comes. */
  decimals: z.int().min(0).max(9).nullable().default(null),
});
export type Point = z.infer<typeof Point>;

/** What every device of a product has. Keys tell points apart, whatever their case. */
export const ThingModel = z
  .array(Point)
  .max(mostPoints)
  .superRefine((points, check) => {
    const seen = new Set<string>();
    points.forEach(({ key, min, max }, at) => {
      if (seen.has(key.toLowerCase()))
        check.addIssue({ code: 'custom', path: [at, 'key'], message: 'twice', params: { what: 'twice' } });
      seen.add(key.toLowerCase());
      if (min !== null && max !== null && min > max)
        check.addIssue({ code: 'custom', path: [at, 'max'], message: 'below_min', params: { what: 'below_min' } });
    });
  });

export const PointValue = z.union([z.number(), z.boolean(), z.string()]);
export type PointValue = z.infer<typeof PointValue>;

type PointRefusal =
  | {
      code:
        | 'iot.telemetry.not_number'
        | 'iot.telemetry.not_integer'
        | 'iot.telemetry.not_boolean'
        | 'iot.telemetry.not_text';
    }
  | { code: 'iot.telemetry.too_small' | 'iot.telemetry.too_large' | 'iot.telemetry.too_long'; data: { limit: number } };

/** A reported value as it is kept, or why the thing model does not take it. */
export function readPoint(point: Point, value: unknown): { value: PointValue } | { refusal: PointRefusal } {
  return readers[point.type](point, value);
}

const readers: Record<PointType, (point: Point, value: unknown) => { value: PointValue } | { refusal: PointRefusal }> =
  {
    number: (point, value) => {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return { refusal: { code: 'iot.telemetry.not_number' } };
      return within(
        point,
        point.decimals === null ? Number(value.toPrecision(15)) : Number(value.toFixed(point.decimals)),
      );
    },
    integer: (point, value) =>
      Number.isInteger(value) ? within(point, value as number) : { refusal: { code: 'iot.telemetry.not_integer' } },
    boolean: (_point, value) =>
      value === true || value === 1
        ? { value: true }
        : value === false || value === 0
          ? { value: false }
          : { refusal: { code: 'iot.telemetry.not_boolean' } },
    text: (_point, value) => {
      if (typeof value !== 'string' || value.includes('\0')) return { refusal: { code: 'iot.telemetry.not_text' } };
      return value.length > longestReading
        ? { refusal: { code: 'iot.telemetry.too_long', data: { limit: longestReading } } }
        : { value };
    },
  };

function within({ min, max }: Point, value: number): { value: PointValue } | { refusal: PointRefusal } {
  const [least, most] = [min ?? -largest, max ?? largest];
  if (value < least) return { refusal: { code: 'iot.telemetry.too_small', data: { limit: least } } };
  // no minus before a zero
  return value > most ? { refusal: { code: 'iot.telemetry.too_large', data: { limit: most } } } : { value: value || 0 };
}

/** A value as people read it: with its unit, and as many places as the point has. */
export function readingText(
  value: PointValue,
  { unit, decimals }: { unit: string; decimals?: number | null | undefined },
  locale: string,
): string {
  if (typeof value === 'boolean') return locale === 'zh-CN' ? (value ? '是' : '否') : value ? 'Yes' : 'No';
  const text = typeof value === 'number' && typeof decimals === 'number' ? value.toFixed(decimals) : String(value);
  return unit === '' ? text : `${text} ${unit}`;
}
