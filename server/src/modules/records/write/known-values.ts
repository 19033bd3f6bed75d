import type { ValueError } from '@formwork/contract/forms/field-types/spec.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SpaceReader } from '../../../platform/db/space-data.ts';
import { withPlaces } from './addresses.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { GivenRecord } from './prepare.ts';
import { readReadings, type KnownReading } from '../plan/readings.ts';

/** What the server knows of given values before a record is prepared: regions of base data, points of devices. */
export interface KnownValues {
  /** What is wrong with a value, by its path; it does not count where the value stays what it was. */
  wrong: ReadonlyMap<string, ValueError>;
  readings: ReadonlyMap<string, KnownReading>;
}

/** Records with addresses as base data knows them, and what the points of devices say that they name; values of the past come back into records that are there. */
export async function withKnown<Given extends GivenRecord>(
  doer: { platform: Platform; spaceId: string },
  plan: FormPlan,
  given: readonly Given[],
  isNew = false,
  from?: SpaceReader,
): Promise<{ given: Given; known: KnownValues }[]> {
  const placed = (await withPlaces(doer, plan, given)).map((one) => ({
    given: one.given,
    wrong: new Map(one.wrong),
    readings: new Map<string, KnownReading>(),
  }));
  if (plan.hasReadings) await readReadings(doer, plan, placed, isNew, from);
  return placed.map(({ given: one, wrong, readings }) => ({ given: one, known: { wrong, readings } }));
}

/** The same for one record; most forms have neither. Inside a transaction it is read with it. */
export async function withKnownOf<Given extends GivenRecord>(
  doer: { platform: Platform; spaceId: string },
  plan: FormPlan,
  given: Given,
  isNew = false,
  from?: SpaceReader,
): Promise<{ given: Given; known: KnownValues }> {
  if (!plan.hasAddresses && !plan.hasReadings) return { given, known: nothing };
  const [found] = await withKnown(doer, plan, [given], isNew, from);
  return found!;
}

const nothing: KnownValues = { wrong: new Map(), readings: new Map() };
