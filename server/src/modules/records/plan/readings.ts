import { devicePoint, type DevicePointConfig } from '@formwork/contract/forms/field-types/device-point.ts';
import type { ValueError } from '@formwork/contract/forms/field-types/spec.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import { orderedReading, signedText, type Reading } from '@formwork/contract/forms/values/reading.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SpaceReader } from '../../../platform/db/space-data.ts';
import { keyedHash, keyedHashes } from '../../../platform/secrets.ts';
import type { FormPlan } from './plan.ts';
import type { GivenRecord } from '../write/prepare.ts';

type Where = { platform: Platform; spaceId: string };

/** A point that a record names: by the id of its device, or as a sheet says it. */
export interface AskedPoint {
  device: string;
  /** Code or name of the device where there is no id. */
  name: string;
  /** Key or title. */
  point: string;
  product: string | undefined;
}

/** What the point says just now, or why it cannot be chosen. */
export type FoundPoint =
  | { reading: Omit<Reading, 'signature'> }
  | {
      code:
        | 'records.value.no_device'
        | 'records.value.no_point'
        | 'records.value.device_retired'
        | 'records.value.device_product';
    };
type ReadPoints = (where: Where, asked: readonly AskedPoint[], from?: SpaceReader) => Promise<FoundPoint[]>;

/** Devices are known to a module above this one. */
const sources = new WeakMap<Platform, ReadPoints>();
export function knowReadings(platform: Platform, read: ReadPoints): void {
  sources.set(platform, read);
}

export interface KnownReading {
  /** As it is captured now. */
  fresh: Reading;
  /** What was sent, when this server has captured it before: a value of the record's past that comes back. */
  genuine?: Reading | undefined;
}

interface Asked {
  path: string;
  config: DevicePointConfig;
  /** null: nobody names it, the form does. */
  given: Reading | null;
}

/** What the points that records name say now, by the place of the field; `wrong` takes what cannot be chosen. */
export async function readReadings(
  where: Where,
  plan: FormPlan,
  given: readonly { given: GivenRecord; wrong: Map<string, ValueError>; readings: Map<string, KnownReading> }[],
  isNew: boolean,
  from?: SpaceReader,
): Promise<void> {
  const asked = given.map((one) => pointsIn(plan, one.given));
  const all = asked.flat();
  if (all.length === 0) return;
  const found = await sources.get(where.platform)?.(
    where,
    all.map(({ config, given: one }) => ({
      device: config.fixed?.device ?? one?.device ?? '',
      name: one?.deviceName ?? '',
      point: config.fixed?.point ?? (one?.device === '' ? one.pointKey : (config.point ?? one?.pointKey ?? '')),
      product: config.fixed ? undefined : config.product,
    })),
    from,
  );
  const answers = new Map(all.map((one, at) => [one, found?.[at]]));
  given.forEach(({ wrong, readings }, at) => {
    for (const one of asked[at] ?? []) {
      const answer = answers.get(one);
      if (!answer || 'code' in answer) {
        // a field that nobody fills in stays empty when its device is gone
        if (one.given) wrong.set(one.path, { code: answer?.code ?? 'records.value.no_device' });
      } else
        readings.set(one.path, {
          fresh: signed(
            where,
            one.config.capture ? answer.reading : { ...answer.reading, value: null, reportedAt: null },
          ),
          genuine: !isNew && one.given && isGenuine(where, one.given) ? one.given : undefined,
        });
    }
  });
}

/** Whether somebody leaves a reading as it is: the same point with the same value of the same moment, or a sheet that names the point it names already. */
export function isKept(given: Reading, before: Reading | null, found: KnownReading | undefined): boolean {
  if (given.device === '')
    return before !== null && found?.fresh.device === before.device && found.fresh.pointKey === before.pointKey;
  return (
    before !== null &&
    given.device === before.device &&
    given.pointKey === before.pointKey &&
    given.value === before.value &&
    given.reportedAt === before.reportedAt &&
    given.signature === before.signature
  );
}

/** Fields with a fixed point, where nothing was said about them. */
export function fillReadings(
  fields: readonly Field[],
  values: Record<string, unknown>,
  prefix: string,
  named: ReadonlySet<string>,
  readings: ReadonlyMap<string, KnownReading> | undefined,
): void {
  for (const field of fields)
    if (isFixed(field) && !named.has(field.id)) values[field.id] = readings?.get(prefix + field.id)?.fresh ?? null;
}

function isFixed(field: Field): field is FieldOf<'devicePoint'> {
  return field.type === 'devicePoint' && field.config.fixed !== undefined;
}

function pointsIn(plan: FormPlan, { values, slaves }: GivenRecord): Asked[] {
  const { definition } = plan.form;
  const rows = definition.tables.flatMap((table) =>
    (slaves?.[table.id] ?? []).flatMap((row, at) =>
      pointsOf(table.fields, row.values, `${table.id}.${at}.`, plan.timeZone),
    ),
  );
  return [...pointsOf(definition.fields, values, '', plan.timeZone), ...rows];
}

function pointsOf(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  timeZone: string,
): Asked[] {
  return fields
    .filter((field): field is FieldOf<'devicePoint'> => field.type === 'devicePoint')
    .flatMap(({ id, config }): Asked[] => {
      const value = values[id];
      if (value === undefined) return config.fixed ? [{ path: prefix + id, config, given: null }] : [];
      const given = isEmptyValue(value) ? undefined : devicePoint.parse(value, config, timeZone).value;
      return given ? [{ path: prefix + id, config, given }] : [];
    });
}

function signed(where: Where, reading: Omit<Reading, 'signature'>): Reading {
  const plain = orderedReading({ ...reading, signature: '' });
  const signature = keyedHash(where.platform.config, signedAt(where), signedText(plain)).slice(0, signatureLength);
  return orderedReading({ ...plain, signature });
}

function isGenuine(where: Where, reading: Reading): boolean {
  const hashes = keyedHashes(where.platform.config, signedAt(where), signedText(orderedReading(reading)));
  return hashes.some((hash) => reading.signature === hash.slice(0, signatureLength));
}

const signedAt = ({ spaceId }: Where): string => `records.reading:${spaceId}`;
const signatureLength = 22;
