import { z } from 'zod';
import type { FieldTypeSpec } from './spec.ts';
import { parseText } from './text.ts';

export const LongTextConfig = z.object({
  maxLength: z.int().min(1).max(100_000).optional(),
  /** Height of the editor in lines. */
  rows: z.int().min(2).max(40).optional(),
});
export type LongTextConfig = z.infer<typeof LongTextConfig>;

export const longText: FieldTypeSpec<LongTextConfig, string> = {
  version: 1,
  config: LongTextConfig,
  initial: { rows: 4 },
  kind: () => 'text',
  canBeUnique: 'words',
  parse: (value, config) => parseText(value, config, 100_000),
  toText: (value) => value,
};
