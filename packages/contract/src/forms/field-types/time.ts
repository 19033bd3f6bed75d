import { z } from 'zod';
import { looseClock, timeText } from '../values/dates.ts';
import { fail, type FieldTypeSpec } from './spec.ts';

export const TimeConfig = z.object({ precision: z.enum(['minute', 'second']).default('minute') });
export type TimeConfig = z.infer<typeof TimeConfig>;

export const time: FieldTypeSpec<TimeConfig, string> = {
  version: 1,
  config: TimeConfig,
  initial: { precision: 'minute' },
  kind: () => 'time',
  canBeUnique: 'words',
  parse: (value) => {
    const found = timeText(value);
    return found ? { value: found } : fail('records.value.not_time');
  },
  fromText: (text) => looseClock(text) ?? text,
  toText: (value, config) => value.slice(0, config.precision === 'second' ? 8 : 5),
};
