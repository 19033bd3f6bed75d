import { z } from 'zod';
import { fail, type FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const ColourConfig = z.object({});
export type ColourConfig = z.infer<typeof ColourConfig>;

/** Kept as `#1f5fd0`. */
export const colour: FieldTypeSpec<ColourConfig, string> = {
  version: 1,
  config: ColourConfig,
  initial: {},
  kind: () => 'text',
  canBeUnique: 'words',
  parse: (value) => {
    const parsed = parseText(value, {}, 40);
    if (parsed.error || parsed.value === null) return parsed;
    const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(parsed.value)?.[1]?.toLowerCase();
    if (digits === undefined) return fail('records.value.colour');
    return { value: `#${digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits}` };
  },
  toText: (value) => value,
};
