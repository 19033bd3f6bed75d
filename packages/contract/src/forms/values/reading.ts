import type { PointValue } from '../../iot/thing-model.ts';
import type { Text } from '../../text.ts';

/**
 * A point of a device, with what was read of it when the record was saved and what device and point were called then. The
 * keys are in the order in which the database keeps them: the value is the first, and readings are in its order.
 */
export interface Reading {
  /** null: nothing was captured, or the device had never reported it. */
  value: PointValue | null;
  /** Id; blank while only the name is known, in a sheet that is being read. */
  device: string;
  decimals: number | null;
  pointKey: string;
  unitSign: string;
  /** By which the server knows a value it has captured itself; blank in one that it has not. */
  signature: string;
  deviceName: string;
  pointTitle: Text;
  /** When the device reported the value. */
  reportedAt: string | null;
}

export function isReading(value: unknown): value is Reading {
  return typeof value === 'object' && value !== null && 'device' in value && 'pointKey' in value;
}

export function numberOf(reading: Reading): number | null {
  return typeof reading.value === 'number' ? reading.value : null;
}

/** What is searched: the words, but no figures. */
export function readingWords({ deviceName, pointTitle, value }: Reading): string {
  return `${deviceName} ${pointTitle.zh} ${pointTitle.en ?? ''} ${typeof value === 'string' ? value : ''}`;
}

/** In the one order of keys, so that equal readings have equal text. */
export function orderedReading({
  value,
  device,
  decimals,
  pointKey,
  unitSign,
  signature,
  deviceName,
  pointTitle,
  reportedAt,
}: Reading): Reading {
  return {
    value,
    device,
    decimals,
    pointKey,
    unitSign,
    signature,
    deviceName,
    pointTitle: pointTitle.en === undefined ? { zh: pointTitle.zh } : { en: pointTitle.en, zh: pointTitle.zh },
    reportedAt,
  };
}

/** What a signature vouches for. */
export function signedText({ signature: _signature, ...reading }: Reading): string {
  return JSON.stringify(reading);
}
