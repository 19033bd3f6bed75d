import { z } from 'zod';
import { multiSelect } from './multi-select.ts';
import { Direction } from './radio.ts';
import { FromDictionary, Options } from './single-select.ts';
import type { FieldTypeSpec } from './spec.ts';

export const CheckboxConfig = z.object({
  options: Options,
  dictionary: FromDictionary,
  max: z.int().min(1).max(500).optional(),
  direction: Direction.default('row'),
});
export type CheckboxConfig = z.infer<typeof CheckboxConfig>;

/** Several of a few options, all of them in sight. */
export const checkbox: FieldTypeSpec<CheckboxConfig, string[]> = {
  ...multiSelect,
  config: CheckboxConfig,
  initial: { options: [], direction: 'row' },
};
