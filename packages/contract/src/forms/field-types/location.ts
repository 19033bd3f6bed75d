import { z } from 'zod';
import { decimalText } from '../values/decimal.ts';
import { isPlace, type Place } from '../values/place.ts';
import { fail, type FieldTypeSpec, type Parsed } from './spec.ts';
import { parseText } from './text.ts';

export const LocationConfig = z.object({
  /** Takes nothing but the position of the device: no choosing on the map, no typing. */
  here: z.boolean().default(false),
  /** Where the map begins while nothing is chosen. */
  centre: z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]).optional(),
});
export type LocationConfig = z.infer<typeof LocationConfig>;

const between = ' · ';
const behindWords = /^(.*?)\s*[(（](-?\d{1,2}(?:\.\d+)?)\s*[,，]\s*(-?\d{1,3}(?:\.\d+)?)[)）]$/s;
const anywhere = /^(.*?)[\s(（]*(-?\d{1,2}(?:\.\d+)?)\s*[,，]\s*(-?\d{1,3}(?:\.\d+)?)\s*[)）]?\s*(.*)$/s;

export const location: FieldTypeSpec<LocationConfig, Place> = {
  version: 1,
  config: LocationConfig,
  initial: { here: false },
  kind: () => 'place',
  canBeUnique: 'words',
  parse: (value) => parsePlace(value),
  fromText: (text) => {
    // behind all words, as `toText` writes it, or wherever degrees stand
    const match = behindWords.exec(text.trim()) ?? anywhere.exec(text.trim());
    if (!match) return text;
    const [, before = '', lat, lng, behind = ''] = match;
    const words = ` ${[before, behind].join(' ').trim()}`;
    const at = words.indexOf(between);
    const name = words.slice(0, at < 0 ? undefined : at).trim();
    const address = at < 0 ? '' : words.slice(at + between.length).trim();
    return { lat: Number(lat), lng: Number(lng), ...(name && { name }), ...(address && { address }) };
  },
  toText: (value) => {
    const words = value.address ? [value.name ?? '', value.address].join(between).trimStart() : value.name;
    const degrees = `${value.lat}, ${value.lng}`;
    return words ? `${words} (${degrees})` : degrees;
  },
};

/** In the order of keys the database hands back, so that equal places have equal text. */
function parsePlace(value: unknown): Parsed<Place> {
  if (!isPlace(value)) return fail('records.value.not_place');
  const lat = degreesOf(value.lat, 90);
  const lng = degreesOf(value.lng, 180);
  if (lat === undefined || lng === undefined) return fail('records.value.not_place');
  const name = value.name ? parseText(value.name, {}, 200) : { value: null };
  const address = value.address ? parseText(value.address, {}, 500) : { value: null };
  if (name.error) return { error: name.error };
  if (address.error) return { error: address.error };
  return {
    value: { lat, lng, ...(name.value && { name: name.value }), ...(address.value && { address: address.value }) },
  };
}

/** Six digits are a tenth of a metre. */
function degreesOf(value: unknown, most: number): number | undefined {
  const given = typeof value === 'string' ? Number(decimalText(value) ?? 'x') : value;
  if (typeof given !== 'number' || !Number.isFinite(given) || Math.abs(given) > most) return undefined;
  return Math.round(given * 1e6) / 1e6 || 0;
}
