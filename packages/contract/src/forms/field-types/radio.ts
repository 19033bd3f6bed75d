import { z } from 'zod';
import { FromDictionary, Options, singleSelect } from './single-select.ts';
import type { FieldTypeSpec } from './spec.ts';

/** How the choices stand: beside each other, or below each other. */
export const Direction = z.enum(['row', 'column']);

export const RadioConfig = z.object({
  options: Options,
  dictionary: FromDictionary,
  direction: Direction.default('row'),
});
export type RadioConfig = z.infer<typeof RadioConfig>;

/** One of a few options, all of them in sight. */
export const radio: FieldTypeSpec<RadioConfig, string> = {
  ...singleSelect,
  config: RadioConfig,
  initial: { options: [], direction: 'row' },
};
