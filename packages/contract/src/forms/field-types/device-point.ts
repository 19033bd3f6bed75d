import { z } from 'zod';
import { uuid } from '../../endpoint.ts';
import { PointKey, PointValue, readingText } from '../../iot/thing-model.ts';
import { Text, textIn } from '../../text.ts';
import { orderedReading, type Reading } from '../values/reading.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const DevicePointConfig = z.object({
  /** One point for every record; the person chooses where there is none. Blank in a setting just begun, reported as a problem until chosen. */
  fixed: z
    .object({
      device: z.union([uuid, z.literal('')]),
      point: z.union([PointKey, z.literal('')]),
      /** What both were called when the form was designed. */ name: z.string().max(200),
    })
    .optional(),
  /** Of this product alone. */
  product: uuid.optional(),
  /** Always this point of the device that is chosen. */
  point: PointKey.optional(),
  /** Saving the record captures what the point says at that moment. */
  capture: z.boolean().default(true),
});
export type DevicePointConfig = z.infer<typeof DevicePointConfig>;

const Given = z.object({
  value: PointValue.nullish(),
  device: z.union([uuid, z.literal('')]),
  decimals: z.int().min(0).max(9).nullish(),
  pointKey: z.string().trim().min(1).max(200),
  unitSign: z.string().max(20).default(''),
  signature: z.string().max(60).default(''),
  deviceName: z.string().max(200).default(''),
  pointTitle: Text.default({ zh: '' }),
  reportedAt: z.string().max(40).nullish(),
});

/**
 * A device and one of its points. Which of them exist, what the point says and how both are called is the server's to say;
 * so is what the words of a sheet mean, `code/point`.
 */
export const devicePoint: FieldTypeSpec<DevicePointConfig, Reading> = {
  version: 1,
  config: DevicePointConfig,
  initial: { capture: true },
  kind: () => 'reading',
  parse: (value, config) => {
    const given = Given.safeParse(typeof value === 'string' ? namedReading(value, config) : value);
    if (!given.success) return fail('records.value.not_device_point');
    const { value: captured = null, decimals = null, reportedAt = null } = given.data;
    return { value: orderedReading({ ...given.data, value: captured, decimals, reportedAt }) };
  },
  fromText: (text, config) => namedReading(text, config) ?? text,
  toText: (value, _config, { locale }) =>
    [value.deviceName, pointName(value, locale), capturedText(value, locale)].filter((word) => word !== '').join(' '),
};

/** `B-01/temp`, `Boiler 1 / Temperature`; the device alone where the point goes without saying. */
function namedReading(text: string, { fixed, point }: DevicePointConfig): object | undefined {
  const [name = '', key, more] = text.split(/[/／]/).map((part) => part.trim());
  const pointKey = key ?? point ?? fixed?.point ?? '';
  return name === '' || pointKey === '' || more !== undefined
    ? undefined
    : {
        device: '',
        deviceName: name.slice(0, 200),
        pointKey: pointKey.slice(0, 200),
        pointTitle: { zh: pointKey.slice(0, 200) },
      };
}

export function pointName({ pointTitle, pointKey }: Pick<Reading, 'pointTitle' | 'pointKey'>, locale: string): string {
  return textIn(pointTitle, locale) || pointKey;
}

/** What was captured, with its unit; blank where nothing was. */
export function capturedText(
  { value, unitSign, decimals }: Pick<Reading, 'value' | 'unitSign' | 'decimals'>,
  locale: string,
): string {
  return value === null ? '' : readingText(value, { unit: unitSign, decimals }, locale);
}
