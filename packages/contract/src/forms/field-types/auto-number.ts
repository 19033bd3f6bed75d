import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const AutoNumberConfig = z.object({
  prefix: z.string().max(30).default(''),
  /** Fields of the record whose words stand behind the prefix. */
  fields: z.array(z.string()).max(5).optional(),
  /** Date of creation between prefix and sequence. */
  date: z.enum(['none', 'yyyy', 'yyyyMM', 'yyyyMMdd']).default('none'),
  /** Digits of the sequence, filled with zeros. */
  digits: z.int().min(1).max(12).default(4),
  start: z.int().min(0).max(1_000_000_000).default(1),
  /** When the sequence begins again. */
  reset: z.enum(['never', 'year', 'month', 'day']).default('never'),
  /** People may write another number; left blank it is drawn. */
  editable: z.boolean().optional(),
});
export type AutoNumberConfig = z.infer<typeof AutoNumberConfig>;

export const autoNumber: FieldTypeSpec<AutoNumberConfig, string> = {
  version: 1,
  config: AutoNumberConfig,
  initial: { prefix: '', date: 'none', digits: 4, start: 1, reset: 'never' },
  kind: () => 'text',
  computed: ({ editable }) => !editable,
  canBeUnique: 'column',
  uniqueAtFirst: true,
  parse: (value, { editable }) => (editable ? parseText(value, {}, 200) : fail('records.value.computed')),
  toText: (value) => value,
};

/** The number as written, for a day given as `yyyy-MM-dd` and the words of its fields. */
export function autoNumberText(
  config: AutoNumberConfig,
  sequence: number,
  day: string,
  words: readonly string[] = [],
): string {
  const date = config.date === 'none' ? '' : day.replaceAll('-', '').slice(0, config.date.length);
  return `${config.prefix}${words.join('').slice(0, 100).toWellFormed()}${date}${String(sequence).padStart(config.digits, '0')}`;
}

/** Whether the sequence begins again where nothing in the number says so: it then draws what was drawn before. */
export function numbersRepeat({ date, reset }: AutoNumberConfig): boolean {
  return { never: false, year: date === 'none', month: date === 'none' || date === 'yyyy', day: date !== 'yyyyMMdd' }[
    reset
  ];
}

/** Which counter a record of that day draws from. */
export function autoNumberPeriod(config: AutoNumberConfig, day: string): string {
  return { never: '', year: day.slice(0, 4), month: day.slice(0, 7), day }[config.reset];
}
