import { z } from 'zod';
import { fail, type FieldTypeSpec, type Parsed } from './spec.ts';

export const TextConfig = z.object({
  minLength: z.int().min(0).max(1000).optional(),
  maxLength: z.int().min(1).max(1000).optional(),
  placeholder: z.object({ zh: z.string().max(200), en: z.string().max(200).optional() }).optional(),
  /** A regular expression that the whole text must match. */
  pattern: z.string().max(500).optional(),
  /** Records whose value is at least so alike, in per cent, are told of before a record is saved or imported. Of the main table alone. */
  similarity: z.int().min(0).max(100).optional(),
});
export type TextConfig = z.infer<typeof TextConfig>;

export const text: FieldTypeSpec<TextConfig, string> = {
  version: 1,
  config: TextConfig,
  initial: {},
  kind: () => 'text',
  canBeUnique: 'column',
  parse: (value, config) => parseText(value, config, 1000),
  toText: (value) => value,
};

const patterns = new Map<string, RegExp | null>();

/** Shared by every type that holds plain text. Control characters and halves of characters, which Postgres or a page cannot hold, are dropped. */
export function parseText(
  value: unknown,
  config: { minLength?: number | undefined; maxLength?: number | undefined; pattern?: string | undefined },
  most: number,
): Parsed<string> {
  const given = typeof value === 'number' ? String(value) : value;
  if (typeof given !== 'string') return fail('records.value.not_text');
  const clean = given
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .trim();
  if (clean === '') return { value: null };
  const max = Math.min(config.maxLength ?? most, most);
  if (clean.length > max) return fail('records.value.too_long', { max });
  if (config.minLength && clean.length < config.minLength)
    return fail('records.value.too_short', { min: config.minLength });
  if (config.pattern && !patternOf(config.pattern)?.test(clean)) return fail('records.value.pattern');
  return { value: clean };
}

/** The compiled expression, null when it is none: the designer reports that as a problem. */
export function patternOf(source: string): RegExp | null {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    try {
      pattern = new RegExp(`^(?:${source})$`, 'u');
    } catch {
      pattern = null;
    }
    patterns.set(source, pattern);
  }
  return pattern;
}
