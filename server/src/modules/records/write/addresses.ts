import { address as addressType, type AddressConfig } from '@formwork/contract/forms/field-types/address.ts';
import type { ValueError } from '@formwork/contract/forms/field-types/spec.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import type { AddressValue } from '@formwork/contract/forms/values/value.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { placesInTexts, placesOf, type Place } from '../../basedata/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { GivenRecord } from './prepare.ts';

/** What is wrong with an address, by its path; it does not count where the regions stay what they were. */
type WrongAddresses = ReadonlyMap<string, ValueError>;

interface Asked {
  path: string;
  config: AddressConfig;
  value: AddressValue;
  write: (value: AddressValue) => void;
}

const none: WrongAddresses = new Map();

/** Records with addresses as base data knows them: codes get their names and all that is above them, texts are taken apart. */
export async function withPlaces<Given extends GivenRecord>(
  doer: { platform: Platform; spaceId: string },
  plan: FormPlan,
  given: readonly Given[],
): Promise<{ given: Given; wrong: WrongAddresses }[]> {
  if (!plan.hasAddresses) return given.map((one) => ({ given: one, wrong: none }));
  const copies = given.map((one) => ({ given: copyOf(one), wrong: new Map<string, ValueError>() }));
  const asked = copies.map((one) => addressesIn(plan, one.given));
  const all = asked.flat();
  if (all.length === 0) return copies;
  await inControl(doer.platform.facts, doer.spaceId, async (tx) => {
    const [texts, coded] = [
      all.filter(({ value }) => value.regions.length === 0),
      all.filter(({ value }) => value.regions.length > 0),
    ];
    const places = await placesOf(
      tx,
      coded.map(({ value }) => value.regions.at(-1) ?? ''),
    );
    const read = await placesInTexts(
      tx,
      texts.map(({ value }) => value.detail),
      Math.max(0, ...texts.map(({ config }) => config.depth)),
    );
    const inTexts = new Map(texts.map((one, at) => [one, read[at]!]));
    copies.forEach(({ wrong }, at) => {
      for (const one of asked[at] ?? []) {
        const found = inTexts.get(one) ?? { place: places.get(one.value.regions.at(-1) ?? ''), rest: one.value.detail };
        const error = found.place
          ? wrongPlace(one, found.place, found.rest)
          : ({ code: 'records.value.not_region' } as const);
        if (error) wrong.set(one.path, error);
        else if (found.place) one.write({ names: found.place.names, detail: found.rest, regions: found.place.regions });
      }
    });
  });
  return copies;
}

function wrongPlace({ config, value }: Asked, place: Place, rest: string): ValueError | undefined {
  if (place.regions.length > config.depth) return { code: 'records.value.not_region' };
  if (!config.detail && rest !== '')
    return value.regions.length === 0 && place.regions.length === 0
      ? { code: 'records.value.not_region' }
      : { code: 'records.value.region_only', data: { value: rest } };
  return !config.anyLevel && place.open && place.regions.length < config.depth
    ? { code: 'records.value.region_incomplete' }
    : undefined;
}

function addressesIn(plan: FormPlan, { values, slaves }: GivenRecord): Asked[] {
  const { definition } = plan.form;
  const rows = definition.tables.flatMap((table) =>
    (slaves?.[table.id] ?? []).map((row, at) => asksOf(table.fields, row.values, `${table.id}.${at}.`, plan.timeZone)),
  );
  return [...asksOf(definition.fields, values, '', plan.timeZone), ...rows.flat()];
}

function asksOf(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  prefix: string,
  timeZone: string,
): Asked[] {
  return fields
    .filter((field): field is FieldOf<'address'> => field.type === 'address')
    .flatMap(({ id, config }) => {
      const value =
        values[id] === undefined || values[id] === null ? null : addressType.parse(values[id], config, timeZone).value;
      return value
        ? [
            {
              path: prefix + id,
              config,
              value,
              write: (next) => {
                (values as Record<string, unknown>)[id] = next;
              },
            },
          ]
        : [];
    });
}

/** Deep enough to write addresses into. */
function copyOf<Given extends GivenRecord>(given: Given): Given {
  const slaves =
    given.slaves &&
    Object.fromEntries(
      Object.entries(given.slaves).map(([id, rows]) => [
        id,
        rows.map((row) => ({ ...row, values: { ...row.values } })),
      ]),
    );
  return { ...given, values: { ...given.values }, ...(slaves && { slaves }) };
}
