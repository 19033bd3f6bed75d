import { z } from 'zod';
import { dateText, looseWall } from '../values/dates.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

const day = z.iso.date();

export const DateConfig = z.object({ earliest: day.optional(), latest: day.optional() });
export type DateConfig = z.infer<typeof DateConfig>;

export const date: FieldTypeSpec<DateConfig, string> = {
  version: 1,
  config: DateConfig,
  initial: {},
  kind: () => 'date',
  canBeUnique: 'column',
  parse: (value, config) => {
    const found = dateText(value);
    if (!found) return fail('records.value.not_date');
    if (config.earliest && found < config.earliest) return fail('records.value.too_early', { min: config.earliest });
    if (config.latest && found > config.latest) return fail('records.value.too_late', { max: config.latest });
    return { value: found };
  },
  fromText: (text) => looseWall(text)?.date ?? text,
  toText: (value) => value,
};
