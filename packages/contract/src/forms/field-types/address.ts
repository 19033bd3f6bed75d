import { z } from 'zod';
import type { AddressValue } from '../values/value.ts';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const AddressConfig = z.object({
  /** The deepest level that is asked for: 1 province, 2 city, 3 county, 4 street. */
  depth: z.int().min(1).max(4).default(3),
  /** May end before that level. */
  anyLevel: z.boolean().optional(),
  /** Asks for street and number, too. */
  detail: z.boolean().default(true),
});
export type AddressConfig = z.infer<typeof AddressConfig>;

const longestDetail = 300;

const Given = z.object({
  regions: z
    .array(z.string().regex(/^[A-Za-z0-9-]{1,20}$/))
    .max(10)
    .default([]),
  names: z.array(z.string().max(100)).max(10).default([]),
  detail: z.string().nullish(),
});

/**
 * Codes of regions from the top down with the names they had when they were chosen, and what stands in no list. That the
 * regions exist, and how they are called, is the server's check; an address that is text alone is taken apart there.
 */
export const address: FieldTypeSpec<AddressConfig, AddressValue> = {
  version: 1,
  config: AddressConfig,
  initial: { depth: 3, detail: true },
  kind: () => 'address',
  canBeUnique: 'words',
  parse: (value, config) => {
    const given = Given.safeParse(typeof value === 'string' ? { detail: value } : value);
    if (!given.success) return fail('records.value.not_address');
    const { regions, names } = given.data;
    const detail = parseText(given.data.detail ?? '', {}, longestDetail);
    if (detail.error) return detail;
    if (regions.length === 0 && detail.value === null) return { value: null };
    if (regions.length > 0 && !config.detail && detail.value !== null)
      return fail('records.value.region_only', { value: detail.value });
    return {
      value: { names: regions.map((code, place) => names[place] ?? code), detail: detail.value ?? '', regions },
    };
  },
  fromText: (text) => ({ detail: text }),
  toText: (value, _config, { locale }) => addressText(value, locale),
};

export function addressText({ names, detail }: AddressValue, locale: string): string {
  return [...names, ...(detail === '' ? [] : [detail])].join(locale === 'zh-CN' ? '' : ' ');
}
