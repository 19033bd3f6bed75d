import { z } from 'zod';
import { instantFromWall, instantText, looseWall, momentIn, wallText } from '../values/dates.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

const day = z.iso.date();

/** Limits are days, both within. */
export const DateTimeConfig = z.object({
  precision: z.enum(['minute', 'second']).default('minute'),
  earliest: day.optional(),
  latest: day.optional(),
});
export type DateTimeConfig = z.infer<typeof DateTimeConfig>;

export const dateTime: FieldTypeSpec<DateTimeConfig, string> = {
  version: 1,
  config: DateTimeConfig,
  initial: { precision: 'minute' },
  kind: () => 'dateTime',
  canBeUnique: 'words',
  parse: (value, config, timeZone) => {
    const found = momentIn(value, timeZone);
    if (!found) return fail('records.value.not_date_time');
    const on = wallText(found, timeZone).slice(0, 10);
    if (config.earliest && on < config.earliest) return fail('records.value.too_early', { min: config.earliest });
    if (config.latest && on > config.latest) return fail('records.value.too_late', { max: config.latest });
    return { value: found };
  },
  fromText: (text, _config, options) => {
    if (instantText(text)) return text;
    const wall = looseWall(text);
    return wall ? instantFromWall(`${wall.date} ${wall.time ?? '00:00:00'}`, options.timeZone) : text;
  },
  toText: (value, config, options) =>
    wallText(value, options.timeZone).slice(0, config.precision === 'second' ? 19 : 16),
};
